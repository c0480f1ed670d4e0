import { getTranslations } from "next-intl/server";
import { EconomicsPage } from "@/components/boundary/economics-page";
import { Guided } from "@/components/help/guided";

export async function generateMetadata() {
  return { title: (await getTranslations("boundary.questions"))("title") };
}

export default function EconomicsRoute() {
  return (
    <Guided of="economics">
      <EconomicsPage />
    </Guided>
  );
}
