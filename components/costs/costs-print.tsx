import { getTranslations } from "next-intl/server";
import { PatternBar, PatternSwatch, Patterns } from "@/components/charts/pattern";
import { getFormatter } from "@/components/ui/get-formatter";
import { Paper } from "@/components/ui/paper";
import { PaperPart } from "@/components/ui/paper-part";
import { Callout } from "@/components/ui/surface";
import { COMPONENTS } from "@/lib/ledger/components";
import { type CurrencyReport, percentOf } from "@/lib/ledger/cost-report";
import { BriefCosts } from "./brief-costs";
import { ChangeSection } from "./change-section";
import { ComponentTable } from "./component-table";
import type { CostsData } from "./cost-types";
import { costsPeriod } from "./costs-period";
import { GroupCosts } from "./group-costs";
import { InOneCurrency } from "./in-one-section";
import { Beside } from "./inside-section";
import { CostMonths } from "./months-section";
import { OutsideSection } from "./outside-section";
import { RatioLine } from "./ratio-line";
import { Unallocated } from "./unallocated";

/** The costs of a month, or of any period, on paper: the same numbers in the same order as on the page. */
export async function CostsPrint(data: CostsData) {
  const [t, costs, period] = await Promise.all([getTranslations("paper"), getTranslations("costs"), costsPeriod(data)]);
  const brief = data.brief ? `BRF-${data.brief.number}` : null;
  const nothing = data.reports.length === 0 && data.outputs.records === 0;
  const several = data.reports.some((r) => r.byMonth.length > 1);
  const title =
    brief === null ? t("costsOf", { period: period.words }) : `${costs("page.titleBrief", { brief })}, ${period.words}`;
  return (
    <Paper eyebrow={period.terms} title={title} note={data.brief?.title} foot={`${title} · ${period.terms}`}>
      <Patterns />
      {nothing ? <Callout>{costs("page.emptyPeriod")}</Callout> : null}
      {data.brief ? <RatioLine {...data} /> : null}
      {data.groups === null ? null : <GroupCosts {...data} groups={data.groups} />}
      {data.brief || data.groups !== null || nothing ? null : <BriefCosts {...data} />}
      {data.reports.map((report) => (
        <div key={report.currency} className="flex flex-col gap-3">
          <ComponentTable report={report} accepted={data.brief ? data.outputs.accepted : null} />
          <Months report={report} />
        </div>
      ))}
      {data.inOne === null ? null : <InOneCurrency {...data} />}
      {data.brief ? <Beside {...data} /> : null}
      {several
        ? data.reports.map((report) => (
            <CostMonths key={report.currency} report={report} withRatio={data.brief !== null} closed={data.closed} />
          ))
        : null}
      {data.change ? <ChangeSection {...data} change={data.change} /> : null}
      {data.reports.map((report) => (
        <OutsideSection key={report.currency} report={report} />
      ))}
      <Unallocated {...data} />
    </Paper>
  );
}

/** A bar per month with what it is made of, in patterns; its table holds the numbers. */
async function Months({ report }: { report: CurrencyReport }) {
  const [t, ledger, format] = await Promise.all([getTranslations("costs"), getTranslations("ledger"), getFormatter()]);
  const { byMonth, currency, totals } = report;
  const drawn = byMonth.filter((m) => COMPONENTS.every((c) => Number(m.components[c]) >= 0));
  const most = Math.max(...drawn.map((m) => Number(m.net)));
  if (drawn.length === 0 || most <= 0) return null;
  const used = COMPONENTS.filter((c) => totals.components[c] !== "0");
  const name = (month: string): string =>
    format.dateTime(new Date(`${month}-15T00:00:00Z`), { year: "numeric", month: "short", timeZone: "UTC" });
  return (
    <PaperPart keep title={`${t("months.chartCost")} (${currency})`}>
      <ul className="flex flex-col gap-1.5 text-[0.8125rem]">
        {drawn.map((m) => (
          <li key={m.month} className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-2">
            <span>{name(m.month)}</span>
            <PatternBar
              label={`${name(m.month)}: ${used.map((c) => `${ledger(`component.${c}`)} ${percentOf(m.components[c], m.net) ?? "0"} %`).join(", ")}`}
              parts={used.map((c) => ({
                series: COMPONENTS.indexOf(c),
                percent: (Number(m.components[c]) / most) * 100,
              }))}
            />
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem]">
        {used.map((c) => (
          <span key={c} className="inline-flex items-center gap-1.5">
            <PatternSwatch series={COMPONENTS.indexOf(c)} />
            {ledger(`component.${c}`)}
          </span>
        ))}
      </p>
    </PaperPart>
  );
}
