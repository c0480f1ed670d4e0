import { getLocale, getTranslations } from "next-intl/server";
import { exactIn, Money } from "@/components/ledger/money";
import { Button, LinkButton } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { getFormatter } from "@/components/ui/get-formatter";
import { monthName } from "@/components/ui/month-name";
import { Callout, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { CostsData } from "./cost-types";

/** Several currencies in one, only by rates that somebody stated; a plain GET form, so that a link rebuilds it. */
export async function InOneCurrency(data: CostsData) {
  const { reports, inOne, currency } = data;
  if (reports.length < 2 && inOne === null) return null;
  const [t, format, locale] = await Promise.all([getTranslations("budgets.inOne"), getFormatter(), getLocale()]);
  const kept = {
    brief: data.brief ? `BRF-${data.brief.number}` : "",
    from: data.from ?? "",
    to: data.to ?? "",
    basis: data.basis,
    by: data.by === "brief" ? "" : data.by,
  };
  return (
    <Section title={t("title")} note={t("note")}>
      <div className="flex flex-col gap-4">
        <form action="/costs" className="no-print flex flex-wrap items-end gap-3">
          {Object.entries(kept).map(([name, value]) =>
            value ? <input key={name} type="hidden" name={name} value={value} /> : null,
          )}
          <Field id="c-in" label={t("choose")}>
            <Input
              id="c-in"
              placeholder="EUR"
              name="in"
              list="c-in-currencies"
              maxLength={3}
              pattern="[A-Z]{3}"
              required
              defaultValue={inOne?.currency ?? currency}
            />
          </Field>
          <datalist id="c-in-currencies">
            {[...new Set([currency, ...reports.map((r) => r.currency)])].map((c) => (
              <option key={c} value={c} />
            ))}
          </datalist>
          <Button type="submit">{t("show")}</Button>
        </form>
        {inOne && inOne.missing.length > 0 ? (
          <Callout tone="warn" title={t("noTotal")}>
            <ul>
              {inOne.missing.map((m) => (
                <li key={m.month + m.currency}>
                  {t("missing", { currency: m.currency, month: monthName(format, m.month) })}
                </li>
              ))}
            </ul>
            <LinkButton href="/ledger/rates" className="mt-3">
              {t("toRates")}
            </LinkButton>
          </Callout>
        ) : null}
        {inOne ? (
          <Table label={t("title")}>
            <thead>
              <tr>
                <Th>{t("month")}</Th>
                <Th numeric>{t("amount")}</Th>
                <Th>{t("rate")}</Th>
                <Th numeric>{t("converted", { currency: inOne.currency })}</Th>
              </tr>
            </thead>
            <tbody>
              {inOne.months.map((m) => (
                <tr key={m.month + m.currency}>
                  <Td className="whitespace-nowrap">{monthName(format, m.month)}</Td>
                  <Td numeric>
                    <Money amount={m.amount} currency={m.currency} />
                  </Td>
                  <Td className="text-[0.8125rem] text-muted">
                    {m.rate
                      ? `${exactIn(locale, m.rate.rate)}, ${format.dateTime(new Date(`${m.rate.dated}T00:00:00Z`), { dateStyle: "medium", timeZone: "UTC" })}, ${m.rate.source}`
                      : "–"}
                  </Td>
                  <Td numeric>
                    {m.converted === null ? "–" : <Money amount={m.converted} currency={inOne.currency} />}
                  </Td>
                </tr>
              ))}
              {inOne.total === null ? null : (
                <tr className="font-medium">
                  <Td>{t("total")}</Td>
                  <Td />
                  <Td />
                  <Td numeric>
                    <Money amount={inOne.total} currency={inOne.currency} />
                  </Td>
                </tr>
              )}
            </tbody>
          </Table>
        ) : null}
      </div>
    </Section>
  );
}
