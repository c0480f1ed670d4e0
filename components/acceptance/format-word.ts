import { useTranslations } from "next-intl";

/** The form in which evidence was read, by the name of its tool; of a form that has no name yet, its id. */
export function useFormatWord(): (id: string | null) => string {
  const formats = useTranslations("acceptance.formats");
  const t = useTranslations("review.evidence");
  return (id) => (id === null ? t("unread") : formats.has(id) ? formats(id) : id);
}
