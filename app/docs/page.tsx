import { getLocale } from "next-intl/server";
import { DocsPage } from "@/components/docs/docs-page";
import { Guided } from "@/components/help/guided";
import { docFrame } from "@/lib/i18n/documentation";
import { isLocale } from "@/lib/i18n/locales";

export async function generateMetadata() {
  const locale = await getLocale();
  return { title: (await docFrame(isLocale(locale) ? locale : "en")).title };
}

export default function DocumentationRoute() {
  return (
    <Guided of="docs">
      <DocsPage />
    </Guided>
  );
}
