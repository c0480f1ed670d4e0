import { useTranslations } from "next-intl";
import { PaperPart as Part } from "@/components/ui/paper-part";
import { Table, Td, Th } from "@/components/ui/table";
import type { ReviewRecord } from "@/lib/acceptance/record";
import type { RunGateId } from "@/lib/acceptance/schema";
import { useReviewWords } from "./words";

const RUN: readonly RunGateId[] = ["smoke", "functional", "load", "failure"];

/** Attempts of the gates with their items, the drill, and the two logs, as the snapshot holds them. */
export function GatesPart({ record }: { record: ReviewRecord }) {
  const t = useTranslations();
  const words = useReviewWords();
  const { gates, drill } = record.card;
  const attempts = RUN.flatMap((gate) => gates[gate].map((a, n) => ({ gate, a, n: n + 1 })));
  return (
    <Part title={t("review.gates.title")}>
      {attempts.length === 0 ? <p className="text-sm">{t("review.print.none")}</p> : null}
      <ul className="flex flex-col gap-2 text-sm">
        {attempts.map(({ gate, a, n }) => (
          <li key={gate + a.startedAt} className="break-words">
            <span className="font-medium">
              {`${t(`acceptance.gates.${gate}.name`)}, ${t("review.gates.attempt", { n })}: `}
            </span>
            {a.endedAt
              ? t("review.gates.ran", { from: words.when(a.startedAt), to: words.when(a.endedAt) })
              : t("review.gates.running", { from: words.when(a.startedAt) })}
            {a.outcome ? `, ${t(`review.gates.${a.outcome}`)}` : null}
            {a.note ? `. ${a.note}` : null}
            <ul className="pl-4">
              {Object.entries(a.items).map(([item, tick]) => (
                <li key={item}>
                  {`${t(`acceptance.items.${item}`)}: ${t(tick.done ? "review.gates.done" : "review.gates.tried")}. ${tick.note}`}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {drill ? (
        <p className="break-words text-sm">
          <span className="font-medium">{`${t("acceptance.drill.title")}: `}</span>
          {`${words.when(drill.at)}, ${t(`acceptance.drillResults.${drill.result}`)}. ${drill.interrupted}`}
        </p>
      ) : null}
      <Logs record={record} />
    </Part>
  );
}

/** Records of before there were logs have none. */
function Logs({ record }: { record: ReviewRecord }) {
  const t = useTranslations("review.tuning");
  const words = useReviewWords();
  const { optimisations = [], bottlenecks = [] } = record.card as Partial<ReviewRecord["card"]>;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {optimisations.map((o, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the log only grows
        <li key={`o${n}`} className="break-words">
          {`${t("changed", { setting: o.setting, from: o.from, to: o.to })}: ${words.amount(o.speedBefore, o.unit)} → ${words.amount(o.speedAfter, o.unit)}; ${o.quality} ${words.number(o.qualityBefore)} → ${words.number(o.qualityAfter)}; ${t(o.kept ? "yes" : "no")}`}
        </li>
      ))}
      {bottlenecks.map((b, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the log only grows
        <li key={`b${n}`} className="break-words">
          {`${t(`places.${b.place}`)}: ${b.what} (${t(b.removed ? "removed" : "open")}${b.how ? `: ${b.how}` : ""})`}
        </li>
      ))}
    </ul>
  );
}

/** Estimate beside measurement, where the record binds it. */
export function MeasuredPart({ record }: { record: ReviewRecord }) {
  const t = useTranslations();
  const words = useReviewWords();
  const rows = record.measured ?? [];
  if (rows.length === 0) return null;
  const amount = (n: number | null, unit: string) => (n === null ? "–" : words.amount(n, unit));
  return (
    <Part title={t("review.measured.title")}>
      <Table label={t("review.measured.title")}>
        <thead>
          <tr>
            <Th>{t("review.measured.part")}</Th>
            <Th numeric>{t("review.measured.estimated")}</Th>
            <Th numeric>{t("review.measured.measured")}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((r, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one part can be measured twice in a log
            <tr key={`${r.what}${i}`}>
              <Td>{t(`acceptance.measured.${r.what}`)}</Td>
              <Td numeric>{amount(r.estimated, r.unit)}</Td>
              <Td numeric>{amount(r.measured, r.unit)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Part>
  );
}
