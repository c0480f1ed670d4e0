import { useTranslations } from "next-intl";
import { Disclosure } from "@/components/ui/disclosure";
import { Table, Td, Th } from "@/components/ui/table";
import type { Criterion, Judgement } from "@/lib/acceptance/criterion";
import { StateBadge } from "./status-badge";
import { useReviewWords } from "./words";

/** What decided, in one line with its limit and the place of it; the whole table is one click away. */
export function Criteria({ name, judged }: { name: string; judged: Judgement }) {
  const t = useTranslations();
  const words = useReviewWords();
  if (judged.state === "not-applicable" || judged.criteria.length === 0) return null;
  const decided = judged.criteria.find((c) => c.state === judged.state);
  const line = (c: Criterion) => {
    const what = t(`acceptance.criteria.${c.id}`);
    if (c.limit === null && c.seen === null) return what;
    const seen = words.seen(c);
    if (c.limit === null) return t("review.card.seenOnly", { what, seen });
    return t("review.card.decided", { what, seen, limit: words.limit(c), source: words.source(c.limitSource) });
  };
  return (
    <Disclosure
      summary={
        <span className="flex min-w-0 flex-wrap gap-x-4 gap-y-0.5 font-normal tabular">
          <span>{t("review.card.table", { count: judged.criteria.length })}</span>
          {decided ? <span className="min-w-0 break-words text-muted">{line(decided)}</span> : null}
        </span>
      }
    >
      <CriteriaTable name={name} criteria={judged.criteria} />
    </Disclosure>
  );
}

/** Every single thing seen beside its limit and where the limit comes from. */
function CriteriaTable({ name, criteria }: { name: string; criteria: readonly Criterion[] }) {
  const t = useTranslations();
  const words = useReviewWords();
  if (criteria.length === 0) return null;
  return (
    <Table stacked label={t("review.card.seenTable", { name })}>
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
            <Td line>
              {t(`acceptance.criteria.${c.id}`)}
              {c.reason ? (
                <span className="block text-[0.8125rem] text-muted">{words.reasonText(c.reason)}</span>
              ) : null}
            </Td>
            <Td>
              <StateBadge state={c.state} />
            </Td>
            <Td numeric label={t("review.card.columns.seen")} className="max-w-64 !whitespace-normal break-words">
              {words.seen(c)}
            </Td>
            <Td numeric label={t("review.card.columns.limit")} className="max-w-64 !whitespace-normal break-words">
              {words.limit(c)}
            </Td>
            <Td label={t("review.card.columns.source")}>{words.source(c.limitSource)}</Td>
            <Td label={t("review.card.columns.basis")}>{t(`acceptance.basis.${c.basis}`)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
