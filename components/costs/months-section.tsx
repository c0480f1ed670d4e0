import { getLocale, getTranslations } from "next-intl/server";
import { decimalIn, Money } from "@/components/ledger/money";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { COMPONENTS } from "@/lib/ledger/components";
import type { CurrencyReport } from "@/lib/ledger/cost-report";
import type { CostsData } from "./cost-types";
import { MonthCharts } from "./month-charts";

interface MonthsProps extends Pick<CostsData, "closed"> {
  readonly report: CurrencyReport;
  readonly withRatio: boolean;
}

/** Months drawn and, with the same numbers, written. */
export async function CostMonths({ report, withRatio, closed }: MonthsProps) {
  const [t, ledger, format, locale] = await Promise.all([
    getTranslations("costs"),
    getTranslations("ledger"),
    getFormatter(),
    getLocale(),
  ]);
  const { currency, byMonth } = report;
  const name = (month: string): string =>
    format.dateTime(new Date(`${month}-15T00:00:00Z`), { year: "numeric", month: "short", timeZone: "UTC" });
  const used = COMPONENTS.filter((c) => byMonth.some((m) => m.components[c] !== "0"));
  const sum = `${t("table.sum")} (${currency})`;
  const digits = (text: string): number => text.split(".")[1]?.length ?? 2;
  return (
    <Section title={t("months.title")} note={t("months.same")}>
      <div className="no-print mb-4">
        <MonthCharts
          bars={byMonth.map((m) => ({
            name: name(m.month),
            ...Object.fromEntries(used.map((c) => [c, Number(m.components[c])])),
          }))}
          series={used.map((c) => ({ key: c, label: ledger(`component.${c}`) }))}
          line={
            withRatio
              ? byMonth.map((m) => ({
                  name: name(m.month),
                  value: m.perOutput === null ? null : Number(m.perOutput),
                  text: m.perOutput === null ? "" : decimalIn(locale, m.perOutput, digits(m.perOutput)),
                }))
              : null
          }
          unit={currency}
          barsLabel={t("months.chartCost")}
          lineLabel={t("months.chartUnit")}
        />
      </div>
      <Table stacked label={`${t("months.title")} (${currency})`}>
        <thead>
          <tr>
            <Th>{t("months.month")}</Th>
            {COMPONENTS.map((c) => (
              <Th key={c} numeric>
                {ledger(`component.${c}`)}
              </Th>
            ))}
            <Th numeric>{sum}</Th>
            {withRatio ? <Th numeric>{t("months.accepted")}</Th> : null}
            {withRatio ? <Th numeric>{t("table.perOutput", { currency })}</Th> : null}
          </tr>
        </thead>
        <tbody>
          {byMonth.map((m) => (
            <tr key={m.month}>
              <Td line className="whitespace-nowrap font-medium sm:font-normal">
                {name(m.month)}
                {closed[m.month] ? (
                  <Link
                    className="block text-[0.8125rem] text-muted underline underline-offset-2"
                    href={`/ledger/months/${m.month}`}
                  >
                    {closed[m.month]?.later
                      ? t("months.closedLater", { count: closed[m.month]?.later ?? 0 })
                      : t("months.closed")}
                  </Link>
                ) : null}
              </Td>
              {COMPONENTS.map((c) => (
                <Td key={c} numeric label={ledger(`component.${c}`)}>
                  <Money amount={m.components[c]} />
                </Td>
              ))}
              <Td numeric label={sum} className="font-medium">
                <Money amount={m.net} />
              </Td>
              {withRatio ? (
                <Td numeric label={t("months.accepted")}>
                  {format.number(m.accepted)}
                </Td>
              ) : null}
              {withRatio ? (
                <Td numeric label={t("table.perOutput", { currency })}>
                  {m.perOutput === null ? "–" : <Money amount={m.perOutput} digits={digits(m.perOutput)} />}
                </Td>
              ) : null}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-medium">
            <Td line>{t("table.sum")}</Td>
            {COMPONENTS.map((c) => (
              <Td key={c} numeric label={ledger(`component.${c}`)}>
                <Money amount={report.totals.components[c]} />
              </Td>
            ))}
            <Td numeric label={sum}>
              <Money amount={report.totals.net} />
            </Td>
            {withRatio ? (
              <Td numeric label={t("months.accepted")}>
                {format.number(byMonth.reduce((n, m) => n + m.accepted, 0))}
              </Td>
            ) : null}
            {withRatio ? (
              <Td numeric label={t("table.perOutput", { currency })}>
                {report.perOutput === null ? (
                  "–"
                ) : (
                  <Money amount={report.perOutput} digits={digits(report.perOutput)} />
                )}
              </Td>
            ) : null}
          </tr>
        </tfoot>
      </Table>
    </Section>
  );
}
