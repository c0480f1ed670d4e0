import { getLocale } from "next-intl/server";
import { PageHeader } from "@/components/ui/surface";
import { docFrame, docTitles } from "@/lib/i18n/documentation";
import { isLocale } from "@/lib/i18n/locales";
import { DocList } from "./doc-list";

/** The table of contents. */
export async function DocsPage() {
  const asked = await getLocale();
  const locale = isLocale(asked) ? asked : "en";
  const [frame, titles] = await Promise.all([docFrame(locale), docTitles(locale)]);
  return (
    <>
      <PageHeader title={frame.title} note={frame.note} />
      <DocList titles={titles} />
    </>
  );
}
