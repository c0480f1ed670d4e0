import { useTranslations } from "next-intl";
import { Table, Td, Th } from "@/components/ui/table";
import type { Criterion } from "@/lib/acceptance/criterion";
import { StateBadge } from "./status-badge";
import { useReviewWords } from "./words";

/** Every single thing seen beside its limit and where the limit comes from. */
export function CriteriaTable({ name, criteria }: { name: string; criteria: readonly Criterion[] }) {
  const t = useTranslations();
  const words = useReviewWords();
  if (criteria.length === 0) return null;
  return (
    <Table label={t("review.card.seenTable", { name })}>
      <thead>
        <tr>
          <Th>{t("review.card.columns.what")}</Th>
          <Th>{t("review.card.columns.state")}</Th>
          <Th numeric>{t("review.card.columns.seen")}</Th>
          <Th numeric>{t("review.card.columns.limit")}</Th>
          <Th>{t("review.card.columns.source")}</Th>
          <Th>{t("review.card.columns.basis")}</Th>
        </tr>
      </thead>
      <tbody>
        {criteria.map((c, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one criterion can stand twice, once for each file
          <tr key={`${c.id}${i}`}>
            <Td>
              {t(`acceptance.criteria.${c.id}`)}
              {c.reason ? (
                <span className="block text-[0.8125rem] text-muted">{words.reasonText(c.reason)}</span>
              ) : null}
            </Td>
            <Td>
              <StateBadge state={c.state} />
            </Td>
            <Td numeric className="max-w-64 !whitespace-normal break-words">
              {words.seen(c)}
            </Td>
            <Td numeric className="max-w-64 !whitespace-normal break-words">
              {words.limit(c)}
            </Td>
            <Td>{words.source(c.limitSource)}</Td>
            <Td>{t(`acceptance.basis.${c.basis}`)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
