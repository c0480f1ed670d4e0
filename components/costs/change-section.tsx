import { getLocale, getTranslations } from "next-intl/server";
import { decimalIn, Money } from "@/components/ledger/money";
import { ListExport } from "@/components/shell/list-export";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { monthName } from "@/components/ui/month-name";
import { Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { CostsData } from "./cost-types";
import { costsAddress } from "./costs-address";

type Change = NonNullable<CostsData["change"]>;

/** Why one accepted output costs another amount than the month before. */
export async function ChangeSection({ change, ...data }: CostsData & { readonly change: Change }) {
  const [t, format, locale] = await Promise.all([getTranslations("costs.change"), getFormatter(), getLocale()]);
  const { currency, before, after, changePct } = change;
  const places = (text: string) => text.split(".")[1]?.length ?? 2;
  const ratio = (text: string) => decimalIn(locale, text, places(text));
  const months = { before: monthName(format, before.month), after: monthName(format, after.month) };
  const filter = Object.fromEntries(new URLSearchParams(costsAddress({ ...data, by: "brief" }, {}).split("?")[1]));
  const way = change.change === "0" ? "same" : change.change.startsWith("-") ? "fell" : "rose";
  return (
    <Section title={t("title", months)} note={t("note")}>
      <p className="mb-3">
        {t(way, {
          ...months,
          from: ratio(before.perOutput),
          to: ratio(after.perOutput),
          currency,
          percent: changePct === null ? "–" : decimalIn(locale, changePct.replace("-", ""), 1),
        })}
      </p>
      {change.parts.length > 0 ? (
        <>
          <PartsTable change={change} />
          <ListExport list="cost-reasons" filter={filter} />
        </>
      ) : null}
      {change.movers.length > 0 ? (
        <>
          <MoversTable change={change} months={months} />
          <ListExport list="cost-movers" filter={filter} />
        </>
      ) : null}
    </Section>
  );
}

async function PartsTable({ change }: { change: Change }) {
  const [t, ledger, format] = await Promise.all([
    getTranslations("costs.change"),
    getTranslations("ledger.component"),
    getFormatter(),
  ]);
  const places = Math.min(12, (change.after.perOutput.split(".")[1]?.length ?? 2) + 1);
  return (
    <Table stacked label={t("why")}>
      <thead>
        <tr>
          <Th>{t("why")}</Th>
          <Th numeric>{t("was")}</Th>
          <Th numeric>{t("is")}</Th>
          <Th numeric>{t("each", { currency: change.currency })}</Th>
        </tr>
      </thead>
      <tbody>
        {change.parts.map((p) => (
          <tr key={p.why}>
            <Td line>{p.why === "outputs" ? t("outputs") : t("cost", { component: ledger(p.why) })}</Td>
            <Td numeric label={t("was")}>
              {p.why === "outputs" ? format.number(Number(p.before)) : <Money amount={p.before} />}
            </Td>
            <Td numeric label={t("is")}>
              {p.why === "outputs" ? format.number(Number(p.after)) : <Money amount={p.after} />}
            </Td>
            <Td numeric label={t("each", { currency: change.currency })}>
              <Money amount={p.change} digits={places} />
            </Td>
          </tr>
        ))}
        <tr className="font-medium">
          <Td line>{t("sum")}</Td>
          <Td numeric>{null}</Td>
          <Td numeric>{null}</Td>
          <Td numeric label={t("each", { currency: change.currency })}>
            <Money amount={change.change} digits={places} />
          </Td>
        </tr>
      </tbody>
    </Table>
  );
}

async function MoversTable({ change, months }: { change: Change; months: { before: string; after: string } }) {
  const t = await getTranslations("costs.change");
  const before = `${months.before} (${change.currency})`;
  const after = `${months.after} (${change.currency})`;
  return (
    <div className="mt-5">
      <Table stacked label={t("movers")}>
        <thead>
          <tr>
            <Th>{t("movers")}</Th>
            <Th numeric>{before}</Th>
            <Th numeric>{after}</Th>
            <Th numeric>{t("difference")}</Th>
          </tr>
        </thead>
        <tbody>
          {change.movers.map((m) => (
            <tr key={m.resource ?? ""}>
              <Td line className="min-w-36 break-words">
                {m.resource === null ? (
                  t("noResource")
                ) : (
                  <Link
                    className="text-accent underline-offset-2 hover:underline"
                    href={`/ledger?${new URLSearchParams({ month: change.after.month, q: m.resource })}`}
                  >
                    {m.resource}
                  </Link>
                )}
              </Td>
              <Td numeric label={before}>
                <Money amount={m.before} />
              </Td>
              <Td numeric label={after}>
                <Money amount={m.after} />
              </Td>
              <Td numeric label={t("difference")}>
                <Money amount={m.change} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
