import { useTranslations } from "next-intl";

/** Which files something stands on, each a link to its place on the page. */
export function EvidenceLinks({ ids, labels }: { ids: readonly string[]; labels: Readonly<Record<string, string>> }) {
  const t = useTranslations("review.card");
  if (ids.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-[0.8125rem]">
      <span className="text-muted">{t("evidence")}:</span>
      {ids.map((id) => (
        <a key={id} href={`#evidence-${id}`} className="wrap-anywhere text-accent underline underline-offset-2">
          {labels[id] ?? id}
        </a>
      ))}
    </p>
  );
}
