"use client";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { TimeBar } from "@/components/charts/time-bars";
import { WhenSeen } from "@/components/charts/when-seen";
import { Disclosure } from "@/components/ui/disclosure";
import { Table, Td, Th } from "@/components/ui/table";
import type { GateJudgement } from "@/lib/acceptance/judge";
import { useWhen } from "./when";

const Chart = dynamic(() => import("@/components/charts/time-bars"), {
  ssr: false,
  loading: () => <div className="h-full rounded-md bg-sunken" />,
});

/** Pixels of one bar with its room, and of the axis below. */
const [ROW, AXIS] = [34, 44];

/** When each gate was tried and what became of it, drawn and as a table. Nothing while no gate was tried. */
export function GateTimeline({ gates, now }: { readonly gates: readonly GateJudgement[]; readonly now: string }) {
  const t = useTranslations("review.gates");
  const names = useTranslations("acceptance.gates");
  const when = useWhen();
  const attempts = gates.flatMap(({ gate, attempts: own }) =>
    own.map((attempt, i) => ({ ...attempt, gate, n: i + 1, outcome: attempt.outcome ?? ("going" as const) })),
  );
  if (attempts.length === 0) return null;
  const bars = attempts.map(
    ({ gate, n, outcome, startedAt, endedAt }): TimeBar => ({
      name: t("timeline.bar", { gate: names(`${gate}.name`), n, outcome: t(outcome) }),
      fromMs: Date.parse(startedAt),
      toMs: Date.parse(endedAt ?? now),
      look: outcome === "passed" ? "full" : outcome === "failed" ? "hatched" : "open",
    }),
  );
  const heightPx = attempts.length * ROW + AXIS;
  return (
    <figure className="no-print mb-4 flex flex-col gap-2">
      <figcaption className="text-sm font-medium">{t("timeline.title")}</figcaption>
      <WhenSeen height={heightPx}>
        <Chart bars={bars} label={t("timeline.title")} heightPx={heightPx} />
      </WhenSeen>
      <Disclosure summary={t("timeline.table")}>
        <Table stacked label={t("timeline.table")}>
          <thead>
            <tr>
              <Th>{t("timeline.gate")}</Th>
              <Th numeric>{t("timeline.number")}</Th>
              <Th>{t("timeline.from")}</Th>
              <Th>{t("timeline.to")}</Th>
              <Th numeric>{t("timeline.minutes")}</Th>
              <Th>{t("outcome")}</Th>
            </tr>
          </thead>
          <tbody>
            {attempts.map((a, i) => (
              <tr key={`${a.gate}-${a.n}`}>
                <Td label={t("timeline.gate")}>{names(`${a.gate}.name`)}</Td>
                <Td numeric label={t("timeline.number")}>
                  {a.n}
                </Td>
                <Td label={t("timeline.from")}>{when(a.startedAt)}</Td>
                <Td label={t("timeline.to")}>{a.endedAt ? when(a.endedAt) : t("going")}</Td>
                <Td numeric label={t("timeline.minutes")}>
                  {minutesOf(bars[i])}
                </Td>
                <Td label={t("outcome")}>{t(a.outcome)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Disclosure>
    </figure>
  );
}

const minutesOf = (bar: TimeBar | undefined): number =>
  bar === undefined ? 0 : Math.round((bar.toMs - bar.fromMs) / 60_000);
