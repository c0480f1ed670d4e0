import { useTranslations } from "next-intl";
import { Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { Sweep, SweepCell } from "@/lib/acceptance/sweep";
import { StateBadge } from "./status-badge";
import { useReviewWords } from "./words";

/** Length groups by batch sizes: every cell on its own, the limit where it stopped, and the batch that is left. */
export function Sweeps({ sweeps, labels }: { sweeps: readonly Sweep[]; labels: Readonly<Record<string, string>> }) {
  const t = useTranslations("acceptance.sweep");
  const words = useReviewWords();
  if (sweeps.length === 0) return null;
  return (
    <Section id="sweep" title={t("title")} note={t("note")}>
      {sweeps.map((s) => (
        <div key={s.evidenceId} className="flex flex-col gap-2">
          <Table label={t("title")}>
            <thead>
              <tr>
                <Th>{t("group")}</Th>
                {s.batches.map((b) => (
                  <Th key={b}>{t("batch", { batch: b })}</Th>
                ))}
              </tr>
            </thead>
            <tbody>
              {s.groups.map((group) => (
                <tr key={group}>
                  <Td>{group}</Td>
                  {s.batches.map((b) => {
                    const cell = s.cells.find((c) => c.group === group && c.batch === b);
                    return <Td key={b}>{cell ? <Cell cell={cell} /> : null}</Td>;
                  })}
                </tr>
              ))}
            </tbody>
          </Table>
          <p>{s.choice === null ? t("noChoice") : t("choice", { batch: s.choice })}</p>
          <p className="text-[0.8125rem] text-muted">
            {t("limits", {
              memory: s.limits.memoryGib === null ? "–" : words.amount(s.limits.memoryGib, "GiB"),
              time: s.limits.secondsPerJob === null ? "–" : words.amount(s.limits.secondsPerJob, "s"),
            })}{" "}
            {s.queueP95Seconds === null ? null : t("queue", { time: words.amount(s.queueP95Seconds, "s") })}{" "}
            {s.orderKept === null ? null : t(s.orderKept ? "orderKept" : "orderLost")} {labels[s.evidenceId]}
          </p>
        </div>
      ))}
    </Section>
  );
}

function Cell({ cell }: { cell: SweepCell }) {
  const t = useTranslations("acceptance.sweep");
  const words = useReviewWords();
  const told = [
    cell.jobs > 0 ? t("done", { completed: cell.completed, jobs: cell.jobs }) : null,
    cell.totalSeconds === null ? null : words.amount(cell.totalSeconds, "s"),
    cell.peakGib === null ? null : words.amount(cell.peakGib, "GiB"),
  ].filter((line) => line !== null);
  return (
    <div className="flex flex-col items-start gap-0.5 tabular">
      <StateBadge state={cell.state} />
      <span className="text-[0.8125rem]">{told.join("\u00a0· ")}</span>
      {cell.reason ? <span className="text-[0.8125rem] text-muted">{t(`reasons.${cell.reason}`)}</span> : null}
    </div>
  );
}
