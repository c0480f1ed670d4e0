import { getTranslations } from "next-intl/server";
import { EconomicsPage } from "@/components/boundary/economics-page";
import { Guided } from "@/components/help/guided";
import { Words } from "@/components/shell/words";

export async function generateMetadata() {
  return { title: (await getTranslations("boundary.questions"))("title") };
}

export default function EconomicsRoute() {
  return (
    <Words of={["boundary.questions"]}>
      <Guided of="economics">
        <EconomicsPage />
      </Guided>
    </Words>
  );
}
