import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { EstimatePage } from "@/components/memory/estimate-page";
import { Words } from "@/components/shell/words";

export async function generateMetadata() {
  return { title: (await getTranslations("estimate"))("title") };
}

export default function EstimateRoute() {
  return (
    <Words of={["boundary.takeaway", "brief.fields", "brief.form", "estimate", "memory"]}>
      <Guided of="estimate">
        <EstimatePage />
      </Guided>
    </Words>
  );
}
