"use client";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ScatterFrontierProps } from "@/components/charts/scatter-frontier";
import { WhenSeen } from "@/components/charts/when-seen";
import { SheetExport } from "@/components/shell/sheet-export";
import { Disclosure } from "@/components/ui/disclosure";
import { Callout, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { ToField } from "@/components/ui/to-field";
import { frontierOf } from "@/lib/boundary/sweep/frontier";
import type { SweepAnswer, SweepPlan } from "@/lib/boundary/sweep/schema";
import { PLAN_COLUMNS } from "./plan-columns";
import { usePlanWords } from "./plan-words";
import { SweepTable } from "./sweep-table";
import { type SweepParam, sweepFieldId } from "./sweep-values";

const Chart = dynamic(() => import("@/components/charts/scatter-frontier"), {
  ssr: false,
  loading: () => <div className="h-80 rounded-md bg-sunken" />,
});

/** Of the chart and of its place before it is drawn, pixels. */
const CHART_HEIGHT = 320;

/** Rows on the page; all of them are counted, and the command line gives them all. */
const MOST_ROWS = 40;

interface ResultProps {
  readonly answer: SweepAnswer;
  readonly brief: number | null;
  /** Whether a load was stated: without it plans are compared by the hour. */
  readonly loaded: boolean;
}

/** The frontier with its table, then every plan and every rejection. */
export function SweepResult({ answer, brief, loaded }: ResultProps) {
  const t = useTranslations("sweep");
  const { plans, cheapest, robust } = answer;
  const works = plans.filter((p) => p.rejectedBecause === null);
  const rejected = plans.filter((p) => p.rejectedBecause !== null);
  const trains = plans.some((p) => p.training !== null);
  const table = { brief, best: priced(cheapest), robust: priced(robust) };
  return (
    <>
      <FrontierPart plans={plans} loaded={loaded} />
      <Section
        title={t("works", { count: works.length })}
        note={t(trains ? "trainingPlanning" : "planning")}
        className="min-w-0"
      >
        {works.length === 0 ? <p className="text-muted">{t("nothingWorks")}</p> : null}
        {works.length > 0 ? (
          <SweepTable {...table} title={t("works", { count: works.length })} plans={works.slice(0, MOST_ROWS)} />
        ) : null}
        {works.length > MOST_ROWS ? <p className="mt-2 text-sm text-muted">{t("first", { n: MOST_ROWS })}</p> : null}
        {works.length > 0 ? <SheetExport name="headroom-sweep" columns={PLAN_COLUMNS} rows={works} /> : null}
      </Section>
      {rejected.length > 0 ? (
        <Disclosure summary={t("rejected", { count: rejected.length })} open={works.length === 0}>
          <SweepTable
            {...table}
            title={t("rejected", { count: rejected.length })}
            plans={rejected.slice(0, MOST_ROWS)}
          />
          {rejected.length > MOST_ROWS ? (
            <p className="mt-2 text-sm text-muted">{t("first", { n: MOST_ROWS })}</p>
          ) : null}
          <SheetExport name="headroom-sweep-rejected" columns={PLAN_COLUMNS} rows={rejected} />
        </Disclosure>
      ) : null}
      {answer.offersLeftOut.length > 0 ? <LeftOutPart answer={answer} /> : null}
    </>
  );
}

/** The two answers that a search is for. */
export function SweepAnswers({ answer, loaded }: { answer: SweepAnswer; loaded: boolean }) {
  const t = useTranslations("sweep");
  const words = usePlanWords();
  const { cheapest, robust } = answer;
  const title = loaded ? "cheapestEach" : cheapest?.costPerMillionTokens ? "cheapestMillion" : "cheapestHour";
  const said = (plan: SweepPlan) => {
    const each = plan.costPerAccepted === null ? null : t("eachSaid", { amount: words.each(plan) });
    const hour = plan.costPerHour === null ? null : t("hourSaid", { amount: words.perHour(plan) });
    const million = plan.costPerMillionTokens === null ? null : t("millionSaid", { amount: words.million(plan) });
    return [`${words.name(plan)}, ${words.formats(plan)}, ${words.split(plan)}`, hour, each, million].filter(
      (part) => part !== null,
    );
  };
  const one = (title: string, plan: SweepPlan | null, none: string) => (
    <Callout tone={plan === null ? "warn" : "good"} title={title} live>
      {plan === null ? none : said(plan).map((part) => <p key={part}>{part}</p>)}
    </Callout>
  );
  const byMemory = loaded || cheapest !== null ? null : cheapestByMemory(answer.plans);
  if (byMemory !== null)
    return (
      <Callout tone="warn" title={t("noLoad.title")} live>
        <p>
          {t.rich("noLoad.text", {
            in: (chunks) => <FieldLink name="in">{chunks}</FieldLink>,
            out: (chunks) => <FieldLink name="out">{chunks}</FieldLink>,
          })}
        </p>
        <p className="mt-1">{t("noLoad.byMemory", { plan: said(byMemory).join(", ") })}</p>
      </Callout>
    );
  if (cheapest !== null && priced(cheapest) === null)
    return (
      <Callout tone="warn" title={t("noPrice.title")} live>
        <p>{t("noPrice.smallest", { plan: said(robust ?? cheapest).join(", ") })}</p>
        <p className="mt-1">
          {t.rich("noPrice.text", { prices: (chunks) => <FieldLink name="offers">{chunks}</FieldLink> })}
        </p>
      </Callout>
    );
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {one(t(title), cheapest, t("noCheapest"))}
      {one(t("robustTitle"), robust, t("noRobust"))}
    </div>
  );
}

function FieldLink({ name, children }: { name: SweepParam; children: ReactNode }) {
  return <ToField id={sweepFieldId(name)}>{children}</ToField>;
}

/** Nothing is the cheapest while no price is known: without one the plan is null. */
function priced(plan: SweepPlan | null): SweepPlan | null {
  return plan?.costPerHour ? plan : null;
}

/** Where limits of speed cannot be judged since no load was stated: what the memory alone says, or null. */
function cheapestByMemory(plans: readonly SweepPlan[]): SweepPlan | null {
  const fits = plans.filter((p) => p.meets === "unknown" && p.verdict === "fits" && p.costPerHour !== null);
  return fits.reduce<SweepPlan | null>(
    (best, p) => (best === null || Number(p.costPerHour?.amount) < Number(best.costPerHour?.amount) ? p : best),
    null,
  );
}

function FrontierPart({ plans, loaded }: { plans: readonly SweepPlan[]; loaded: boolean }) {
  const t = useTranslations("sweep.frontier");
  const words = usePlanWords();
  const points = frontierOf(plans);
  if (!loaded || points.length < 2) return null;
  const best = points.filter((p) => p.best);
  const currency = points[0]?.plan.costPerHour?.currency ?? "";
  const props: ScatterFrontierProps = {
    points: points.slice(0, 500).map((p) => ({ x: p.latencyMs, y: p.cost, name: words.name(p.plan), best: p.best })),
    label: t("label", { count: points.length, best: best.length }),
    xLabel: t("x"),
    yLabel: t("y", { currency }),
  };
  return (
    <Section title={t("title")} note={t("note")} className="min-w-0">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <WhenSeen height={CHART_HEIGHT}>
          <Chart {...props} />
        </WhenSeen>
        <Table stacked label={t("table")}>
          <thead>
            <tr>
              <Th>{t("plan")}</Th>
              <Th numeric>{t("x")}</Th>
              <Th numeric>{t("y", { currency })}</Th>
            </tr>
          </thead>
          <tbody>
            {best.map(({ plan }) => (
              <tr key={words.key(plan)}>
                <Td line>
                  {words.name(plan)}
                  <span className="block text-[0.8125rem] text-muted">
                    {words.formats(plan)} · {words.split(plan)}
                  </span>
                </Td>
                <Td numeric label={t("x")} className="!whitespace-normal">
                  {words.range(plan.speed?.timePerTokenMs, 1)}
                </Td>
                <Td numeric label={t("y", { currency })} className="!whitespace-normal">
                  {words.each(plan)}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Section>
  );
}

function LeftOutPart({ answer }: { answer: SweepAnswer }) {
  const t = useTranslations("sweep");
  const codes = [...new Set(answer.offersLeftOut.map((o) => o.code))];
  return (
    <Disclosure summary={t("leftOut", { count: answer.offersLeftOut.length })}>
      <ul className="list-disc space-y-1 pl-5 text-sm">
        {codes.map((code) => {
          const ids = answer.offersLeftOut.filter((o) => o.code === code).map((o) => o.id);
          const more = ids.length > 8 ? " …" : "";
          return (
            <li key={code}>
              {t(`leftOutBecause.${code}`)}: {ids.slice(0, 8).join(", ")}
              {more}
            </li>
          );
        })}
      </ul>
    </Disclosure>
  );
}
