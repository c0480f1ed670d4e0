import { getTranslations } from "next-intl/server";
import { Views } from "@/components/ledger/views";
import { LinkButton } from "@/components/ui/button";
import { Callout, EmptyState, PageHeader } from "@/components/ui/surface";
import { BriefCosts } from "./brief-costs";
import { ChangeSection } from "./change-section";
import { ComponentTable } from "./component-table";
import { CostExports } from "./cost-exports";
import { CostFilters } from "./cost-filters";
import type { CostsData } from "./cost-types";
import { costsAddress } from "./costs-address";
import { costsPeriod } from "./costs-period";
import { GroupCosts, GroupNav } from "./group-costs";
import { InOneCurrency } from "./in-one-section";
import { Beside } from "./inside-section";
import { CostMonths } from "./months-section";
import { OutsideSection } from "./outside-section";
import { RatioLine } from "./ratio-line";
import { Unallocated } from "./unallocated";

/** The one page that finance reads: the ratio first, then what it is made of, then what explains it. */
export async function CostsPage(data: CostsData) {
  const [t, paper, period] = await Promise.all([getTranslations("costs"), getTranslations("paper"), costsPeriod(data)]);
  const nothing = data.reports.length === 0 && data.outputs.records === 0;
  const filtered = Boolean(period.named || data.brief);
  const empty = nothing && !filtered;
  return (
    <>
      <PageHeader
        title={data.brief ? t("page.titleBrief", { brief: `BRF-${data.brief.number}` }) : t("page.title")}
        eyebrow={period.terms}
        note={data.brief ? data.brief.title : t("page.note")}
        actions={
          nothing ? undefined : (
            <>
              <LinkButton href={costsAddress(data, {}).replace("/costs", "/costs/print")}>{paper("print")}</LinkButton>
              <CostExports {...data} />
            </>
          )
        }
      />
      {empty ? null : <CostFilters {...data} filtered={filtered} />}
      <Views page="costs" views={data.views} removed={data.removedViews} />
      {empty ? (
        <EmptyState
          title={t("page.empty")}
          action={
            <>
              <LinkButton tone="primary" href="/ledger">
                {t("page.toLedger")}
              </LinkButton>
              <LinkButton href="/outputs">{t("page.toOutputs")}</LinkButton>
            </>
          }
        >
          {t("page.emptyText")}
        </EmptyState>
      ) : null}
      {nothing && filtered ? <Callout>{t("page.emptyPeriod")}</Callout> : null}
      {nothing ? null : (
        <>
          {data.brief ? <RatioLine {...data} /> : null}
          <GroupNav {...data} />
          {data.groups === null ? null : <GroupCosts {...data} groups={data.groups} />}
          {data.brief || data.groups !== null ? null : <BriefCosts {...data} />}
          {data.reports.map((report) => (
            <ComponentTable
              key={report.currency}
              report={report}
              accepted={data.brief ? data.outputs.accepted : null}
            />
          ))}
          <InOneCurrency {...data} />
          {data.brief ? <Beside {...data} /> : null}
          {data.reports.map((report) => (
            <CostMonths key={report.currency} report={report} withRatio={data.brief !== null} closed={data.closed} />
          ))}
          {data.change ? <ChangeSection {...data} change={data.change} /> : null}
          {data.reports.map((report) => (
            <OutsideSection key={report.currency} report={report} />
          ))}
          <Unallocated {...data} />
        </>
      )}
    </>
  );
}
