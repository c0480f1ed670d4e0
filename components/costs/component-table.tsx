import { getTranslations } from "next-intl/server";
import { Money, SummedMoney } from "@/components/ledger/money";
import { Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { COMPONENTS } from "@/lib/ledger/components";
import { type CurrencyReport, percentOf, perOutputText } from "@/lib/ledger/cost-report";
import { unitCost } from "@/lib/ledger/unit-cost";
import { Decimal } from "@/lib/money/money";

/** Five components that sum to the numerator. `accepted` is null where several units would be mixed. */
export async function ComponentTable({ report, accepted }: { report: CurrencyReport; accepted: number | null }) {
  const [t, ledger] = await Promise.all([getTranslations("costs.table"), getTranslations("ledger")]);
  const { currency, totals } = report;
  const perOutput = (amount: string) => {
    if (accepted === null) return null;
    return perOutputText(unitCost({ amount: new Decimal(amount), currency }, accepted));
  };
  const rows = [
    ...COMPONENTS.map((c) => ({ key: c, label: ledger(`component.${c}`), amount: totals.components[c] })),
    { key: "sum", label: t("sum"), amount: totals.net },
  ];
  return (
    <Section title={t("title")} note={<span className="in-[.paper]:hidden">{t("note")}</span>} className="keep">
      <Table stacked={accepted !== null} label={`${t("title")} (${currency})`}>
        <thead>
          <tr>
            <Th>{t("component")}</Th>
            <Th numeric>{t("amount", { currency })}</Th>
            <Th numeric>{t("share")}</Th>
            {accepted === null ? null : <Th numeric>{t("perOutput", { currency })}</Th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const each = perOutput(row.amount);
            const share = percentOf(row.amount, totals.net);
            return (
              <tr key={row.key} className={row.key === "sum" ? "font-medium" : undefined}>
                <Td line className="min-w-32">
                  {row.label}
                </Td>
                <Td numeric label={t("amount", { currency })}>
                  <SummedMoney amount={row.amount} currency={currency} />
                </Td>
                <Td numeric label={t("share")}>
                  {share === null ? (
                    "–"
                  ) : (
                    <span className="inline-flex items-center gap-2">
                      <span aria-hidden="true" className="hidden h-2 w-24 rounded-sm bg-sunken sm:block">
                        <span
                          className="block h-2 rounded-sm bg-accent forced-colors:bg-[CanvasText]"
                          style={{ width: `${Math.max(0, Math.min(100, Number(share)))}%` }}
                        />
                      </span>
                      <span className="sm:w-16">
                        <Money amount={share} digits={1} />
                        {"\u00a0%"}
                      </span>
                    </span>
                  )}
                </Td>
                {accepted === null ? null : (
                  <Td numeric label={t("perOutput", { currency })}>
                    {each === null ? "–" : <Money amount={each} digits={each.split(".")[1]?.length ?? 2} />}
                  </Td>
                )}
              </tr>
            );
          })}
        </tbody>
      </Table>
    </Section>
  );
}
