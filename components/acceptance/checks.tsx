import { useTranslations } from "next-intl";
import { Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { CheckJudgement } from "@/lib/acceptance/judge";
import type { Comparison } from "@/lib/acceptance/measured";
import { Criteria } from "./criteria-table";
import { EvidenceLinks } from "./evidence-links";
import { Remedies } from "./remedies";
import { StateBadge } from "./status-badge";
import { useReviewWords } from "./words";

/** Six checks, each number beside its limit and the place that the limit comes from. */
export function Checks({
  checks,
  labels,
}: {
  checks: readonly CheckJudgement[];
  labels: Readonly<Record<string, string>>;
}) {
  const t = useTranslations();
  const words = useReviewWords();
  return (
    <Section id="checks" title={t("review.checks.title")} note={t("review.checks.note")}>
      <ul className="divide-y divide-line">
        {checks.map((c) => {
          const name = t(`acceptance.checks.${c.check}.name`);
          const reason = words.reason(c);
          return (
            <li key={c.check} className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <h3 className="font-semibold">{name}</h3>
                <StateBadge state={c.state} />
              </div>
              <p className="text-[0.8125rem] text-muted">
                {t(`acceptance.checks.${c.check}.criterion`)}. {t("review.checks.keeps")}:{" "}
                {t(`acceptance.checks.${c.check}.keeps`)}
              </p>
              {reason ? <p>{reason}</p> : null}
              <Remedies remedies={c.remedies} />
              <Criteria name={name} judged={c} />
              <EvidenceLinks ids={c.evidenceIds} labels={labels} />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** What was estimated beside what the server's log measured, with the difference. */
export function Measured({ rows, labels }: { rows: readonly Comparison[]; labels: Readonly<Record<string, string>> }) {
  const t = useTranslations();
  const words = useReviewWords();
  if (rows.length === 0) return null;
  const amount = (n: number | null, unit: string) => (n === null ? "–" : words.amount(n, unit));
  const difference = ({ estimated, measured, unit }: Comparison) =>
    estimated === null ? "–" : `${measured >= estimated ? "+" : ""}${amount(measured - estimated, unit)}`;
  return (
    <Section id="measured" title={t("review.measured.title")} note={t("review.measured.note")}>
      <Table label={t("review.measured.title")} stacked>
        <thead>
          <tr>
            <Th>{t("review.measured.part")}</Th>
            <Th numeric>{t("review.measured.estimated")}</Th>
            <Th numeric>{t("review.measured.measured")}</Th>
            <Th numeric>{t("review.measured.difference")}</Th>
            <Th>{t("review.card.evidence")}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((r, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one part can be measured twice in a log
            <tr key={`${r.what}${r.evidenceId}${i}`}>
              <Td line>{t(`acceptance.measured.${r.what}`)}</Td>
              <Td numeric label={t("review.measured.estimated")}>
                {amount(r.estimated, r.unit)}
              </Td>
              <Td numeric label={t("review.measured.measured")}>
                {amount(r.measured, r.unit)}
              </Td>
              <Td numeric label={t("review.measured.difference")}>
                {difference(r)}
              </Td>
              <Td className="wrap-anywhere" label={t("review.card.evidence")}>
                {labels[r.evidenceId] ?? r.evidenceId}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
