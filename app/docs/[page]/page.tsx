import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { DocumentationPage } from "@/components/docs/doc-page";
import { Guided } from "@/components/help/guided";
import { docText, isDocPage } from "@/lib/i18n/documentation";
import { isLocale } from "@/lib/i18n/locales";

interface Props {
  readonly params: Promise<{ page: string }>;
}

export async function generateMetadata({ params }: Props) {
  const [{ page }, locale] = await Promise.all([params, getLocale()]);
  return isDocPage(page) ? { title: (await docText(isLocale(locale) ? locale : "en", page)).title } : {};
}

export default async function DocumentationPageRoute({ params }: Props) {
  const { page } = await params;
  if (!isDocPage(page)) notFound();
  return (
    <Guided of="doc">
      <DocumentationPage page={page} />
    </Guided>
  );
}
