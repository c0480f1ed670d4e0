"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { VERDICT_TONE } from "@/components/memory/verdict-tone";
import { chosenOf, planAddress } from "@/components/sweep/plan-address";
import { usePlanWords } from "@/components/sweep/plan-words";
import { Badge } from "@/components/ui/badge";
import Link from "@/components/ui/link";
import { Table, Td, Th } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import type { SweepPlan } from "@/lib/boundary/sweep/schema";
import { differenceOf, type Measure } from "@/lib/boundary/what-if/differences";
import type { WhatIfAnswer } from "@/lib/boundary/what-if/what-if";

interface TableProps {
  readonly letters: readonly string[];
  readonly answers: readonly WhatIfAnswer[];
  readonly brief: number | null;
}

const SERVING: readonly Measure[] = ["total", "left", "capacity", "first", "token", "outputs", "hour", "each"];
/** A training has no requests: it is compared by its tokens and what a million of them cost. */
const TRAINING: readonly Measure[] = ["total", "left", "trained", "hour", "million"];

/** The what-ifs side by side, each figure with how it differs from the first in words. */
export function CompareTable({ letters, answers, brief }: TableProps) {
  const t = useTranslations("compare");
  const verdicts = useTranslations("estimate.verdict");
  const words = usePlanWords();
  const show = useShow();
  const plans = answers.map((a) => (a.ok ? a.plan : null));
  const first = plans[0] ?? null;
  const measures = plans.some((plan) => plan !== null && plan.training !== null) ? TRAINING : SERVING;
  const row = (label: string, cell: (plan: SweepPlan, at: number) => ReactNode) => (
    <tr>
      <Th scope="row" className="min-w-28 sm:min-w-36">
        {label}
      </Th>
      {plans.map((plan, at) => (
        <Td key={letters[at]} className="min-w-44 tabular">
          {plan === null ? "–" : cell(plan, at)}
        </Td>
      ))}
    </tr>
  );
  return (
    <Table pinned label={t("result")}>
      <thead>
        <tr>
          <Th>
            <span className="sr-only">{t("measure")}</span>
          </Th>
          {letters.map((letter) => (
            <Th key={letter} className="text-ink">
              {t("whatIf", { letter })}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row(t("rows.plan"), (plan) => (
          <>
            <span className="font-medium">{words.name(plan)}</span>
            <span className="block text-[0.8125rem] text-muted">
              {words.formats(plan)} · {words.split(plan)}
            </span>
          </>
        ))}
        {row(t("rows.verdict"), (plan) => (
          <>
            <Badge tone={VERDICT_TONE[plan.verdict]}>{verdicts(plan.verdict)}</Badge>
            {words.why(plan).map((line) => (
              <p key={line} className="text-[0.8125rem]">
                {line}
              </p>
            ))}
          </>
        ))}
        {measures.map((measure) => (
          <Row
            key={measure}
            row={row(t(`rows.${measure}`), (plan, at) => (
              <>
                {show(plan, measure)}
                {at > 0 && first ? (
                  <span className="block text-[0.8125rem]">
                    <DifferenceWords plan={plan} first={first} measure={measure} letter={letters[0] ?? "A"} />
                  </span>
                ) : null}
              </>
            ))}
          />
        ))}
        {brief === null
          ? null
          : row(t("rows.plan"), (plan) => (
              <Link className="text-accent underline underline-offset-2" href={planAddress(brief, chosenOf(plan))}>
                {t("makePlan")}
                <span className="sr-only"> {words.name(plan)}</span>
              </Link>
            ))}
      </tbody>
    </Table>
  );
}

const Row = ({ row }: { row: ReactNode }) => row;

/** One measure of a plan with its unit; a dash where it is not known. */
function useShow() {
  const t = useTranslations("compare.units");
  const words = usePlanWords();
  const format = useFormatter();
  const figure = (n: number | null | undefined, digits: number) =>
    n == null ? null : format.number(n, { maximumFractionDigits: digits });
  return (plan: SweepPlan, measure: Measure): string => {
    const { speed } = plan;
    const gib = (n: number | null) => (n === null ? "–" : t("gib", { n: figure(n, 1) ?? "" }));
    if (measure === "total") return gib(plan.totalGib);
    if (measure === "left") return gib(plan.headroomGib);
    if (measure === "capacity") {
      return plan.capacityTokens === null ? "–" : t("tokens", { n: figure(plan.capacityTokens, 0) ?? "" });
    }
    if (measure === "hour") return words.perHour(plan);
    if (measure === "each") return words.each(plan);
    if (measure === "million") return words.million(plan);
    if (measure === "trained") return words.range(plan.training?.tokensPerSecond, 0);
    if (speed === null) return "–";
    if (measure === "outputs") return words.range(speed.requestsPerHour, 0);
    return t("ms", {
      n: words.range(
        measure === "first" ? speed.timeToFirstTokenMs : speed.timePerTokenMs,
        measure === "first" ? 0 : 1,
      ),
    });
  };
}

function DifferenceWords({
  plan,
  first,
  measure,
  letter,
}: {
  plan: SweepPlan;
  first: SweepPlan;
  measure: Measure;
  letter: string;
}) {
  const t = useTranslations("compare.differences");
  const format = useFormatter();
  const found = differenceOf(plan, first, measure);
  if (found.kind !== "more" && found.kind !== "less")
    return <span className="text-muted">{t(found.kind, { letter })}</span>;
  const percent = format.number(found.percent, { maximumFractionDigits: found.percent < 10 ? 1 : 0 });
  const tone = found.better === null ? "text-muted" : found.better ? "text-good" : "text-bad";
  return (
    <span className={tone}>
      {t(found.kind, { percent, letter })}
      {found.better === null ? null : ` · ${t(found.better ? "better" : "worse")}`}
    </span>
  );
}
