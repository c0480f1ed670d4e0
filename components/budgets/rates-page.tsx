import { getLocale, getTranslations } from "next-intl/server";
import { exactIn } from "@/components/ledger/money";
import { ListExport } from "@/components/shell/list-export";
import { PutBackList } from "@/components/shell/put-back-list";
import { getFormatter } from "@/components/ui/get-formatter";
import { EmptyState, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { restateExchangeRate } from "@/lib/ledger/server/actions";
import { RateForm } from "./rate-form";

interface RatesProps {
  readonly rates: readonly {
    readonly id: string;
    readonly from: string;
    readonly to: string;
    readonly dated: string;
    readonly rate: string;
    readonly source: string;
    readonly by: string | null;
  }[];
  /** Taken back and not stated anew. */
  readonly takenBack: readonly {
    readonly id: string;
    readonly from: string;
    readonly to: string;
    readonly dated: string;
    readonly rate: string;
  }[];
  readonly currency: string;
  readonly canWrite: boolean;
}

/** Rates between currencies, each with its date and source. */
export async function RatesPage({ rates, takenBack, currency, canWrite }: RatesProps) {
  const [t, format, locale] = await Promise.all([getTranslations("budgets.rates"), getFormatter(), getLocale()]);
  return (
    <>
      <PageHeader title={t("title")} note={t("note")} />
      {rates.length === 0 ? (
        <EmptyState title={t("empty")}>{t("emptyText")}</EmptyState>
      ) : (
        <Section>
          <Table label={t("title")}>
            <thead>
              <tr>
                <Th>{t("dated")}</Th>
                <Th>{t("pair")}</Th>
                <Th>{t("source")}</Th>
                <Th>{t("by")}</Th>
              </tr>
            </thead>
            <tbody>
              {rates.map((r) => (
                <tr key={r.id}>
                  <Td className="tabular whitespace-nowrap">
                    {format.dateTime(new Date(`${r.dated}T00:00:00Z`), { dateStyle: "medium", timeZone: "UTC" })}
                  </Td>
                  <Td className="tabular whitespace-nowrap">
                    {t("one", { from: r.from, to: r.to, rate: exactIn(locale, r.rate) })}
                  </Td>
                  <Td>{r.source}</Td>
                  <Td>{r.by ?? ""}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
          <ListExport list="rates" />
        </Section>
      )}
      {canWrite ? (
        <PutBackList
          lines={takenBack.map(({ id, from, to, dated, rate }) => {
            const one = t("one", { from, to, rate: exactIn(locale, rate) });
            const day = format.dateTime(new Date(`${dated}T00:00:00Z`), { dateStyle: "medium", timeZone: "UTC" });
            return { id, name: one, says: `${day}: ${one}`, run: restateExchangeRate.bind(null, { id }) };
          })}
        />
      ) : null}
      {canWrite ? <RateForm currency={currency} /> : null}
    </>
  );
}
