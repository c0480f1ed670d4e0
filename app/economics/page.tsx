import { getTranslations } from "next-intl/server";
import { EconomicsPage } from "@/components/boundary/economics-page";

export async function generateMetadata() {
  return { title: (await getTranslations("boundary.questions"))("title") };
}

export default function EconomicsRoute() {
  return <EconomicsPage />;
}
