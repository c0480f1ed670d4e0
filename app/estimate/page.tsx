import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { EstimatePage } from "@/components/memory/estimate-page";

export async function generateMetadata() {
  return { title: (await getTranslations("estimate"))("title") };
}

export default function EstimateRoute() {
  return (
    <Guided of="estimate">
      <EstimatePage />
    </Guided>
  );
}
