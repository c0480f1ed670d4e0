import { getTranslations } from "next-intl/server";
import { Money } from "@/components/ledger/money";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { monthName } from "@/components/ui/month-name";
import { Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { CurrencyReport } from "@/lib/ledger/cost-report";

/** What the bills also carry: not in the ratio, but needed to tie out with the invoices. */
export async function OutsideSection({ report }: { report: CurrencyReport }) {
  const [t, ledger, format] = await Promise.all([getTranslations("costs"), getTranslations("ledger"), getFormatter()]);
  const { totals, currency, byMonth } = report;
  const rows = [
    { key: "net", label: t("ratio.numerator"), amount: totals.net },
    ...(["tax", "credit", "rounding", "unclassified"] as const).map((key) => ({
      key,
      label: ledger(`component.${key}`),
      amount: totals[key],
    })),
    { key: "payable", label: t("outside.payable"), amount: totals.payable },
  ];
  return (
    <Section title={t("outside.title")} note={t("outside.note")} className="keep">
      <Table label={`${t("outside.title")} (${currency})`}>
        <thead>
          <tr>
            <Th>{t("table.component")}</Th>
            <Th numeric>{t("table.amount", { currency })}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className={row.key === "payable" ? "font-medium" : undefined}>
              <Td className="first-letter:uppercase">{row.label}</Td>
              <Td numeric>
                <Money amount={row.amount} />
              </Td>
            </tr>
          ))}
          {totals.funding === "0" ? null : (
            <tr className="text-muted">
              <Td>
                {ledger("component.funding")}
                <span className="block text-[0.8125rem]">{t("outside.fundingNote")}</span>
              </Td>
              <Td numeric>
                <Money amount={totals.funding} />
              </Td>
            </tr>
          )}
        </tbody>
      </Table>
      {byMonth.length === 0 ? null : (
        <p className="no-print mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          <span className="text-muted">{t("outside.against")}</span>
          {byMonth.map(({ month }) => (
            <Link
              key={month}
              className="inline-flex items-center text-accent underline underline-offset-2 first-letter:uppercase pointer-coarse:min-h-11"
              href={`/ledger/months/${month}`}
            >
              {monthName(format, month)}
            </Link>
          ))}
        </p>
      )}
    </Section>
  );
}
