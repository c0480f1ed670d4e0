import { getTranslations } from "next-intl/server";
import { Money } from "@/components/ledger/money";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { QuotedRental } from "@/lib/boundary/quoted";

/** Beyond this share of the quote a bill is more than the rounding of its rows. */
const NOTED_PCT = 101;

/** What the rental's whole time was quoted at, beside what was billed for it. */
export async function QuotedSection({ quoted, number }: { quoted: QuotedRental | null; number: number }) {
  const [t, ledger, plan, format] = await Promise.all([
    getTranslations("rental.quoted"),
    getTranslations("ledger.component"),
    getTranslations("plan.cost.parts"),
    getFormatter(),
  ]);
  if (quoted === null) return null;
  const { currency, rows, billedPct, passedPct, notIncluded, others } = quoted;
  const percent = (text: string) => format.number(Number(text), { maximumFractionDigits: 1 });
  const lines = [...rows, { component: null, quoted: quoted.quoted, billed: quoted.billed }];
  return (
    <Section title={t("title")} note={t("note")}>
      <Table label={t("title")} className="!w-auto">
        <thead>
          <tr>
            <Th>{t("component")}</Th>
            <Th numeric>{t("asQuoted", { currency })}</Th>
            <Th numeric>{t("asBilled", { currency })}</Th>
          </tr>
        </thead>
        <tbody>
          {lines.map((row) => (
            <tr key={row.component ?? "sum"} className={row.component === null ? "font-medium" : undefined}>
              <Td className="min-w-32">{row.component === null ? t("sum") : ledger(row.component)}</Td>
              <Td numeric>
                <Money amount={row.quoted} />
              </Td>
              <Td numeric>
                <Money amount={row.billed} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <div className="mt-3 flex flex-col gap-1 text-sm">
        {billedPct === null ? null : <p>{t("pace", { billed: percent(billedPct), passed: percent(passedPct) })}</p>}
        {Number(billedPct ?? 0) > NOTED_PCT ? (
          <p className="font-medium text-bad">
            {t("over")} <Money amount={quoted.over} currency={currency} />
          </p>
        ) : null}
        {notIncluded.length > 0 ? (
          <p className="text-muted">{t("notIncluded", { what: notIncluded.map((n) => plan(n)).join(", ") })}</p>
        ) : null}
        {others.map((o) => (
          <p key={o.currency}>
            {t("other")} <Money amount={o.amount} currency={o.currency} />
          </p>
        ))}
        <Link
          className="self-start text-accent underline underline-offset-2"
          href={`/ledger?by=rental&is=RNT-${number}`}
        >
          {t("entries")}
        </Link>
      </div>
    </Section>
  );
}
