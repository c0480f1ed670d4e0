import { getLocale, getTranslations } from "next-intl/server";
import { Badge, type Tone } from "@/components/ui/badge";
import { classes } from "@/components/ui/classes";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { Callout, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { PileName } from "@/lib/ledger/schema";
import type { PlanView } from "./bill-types";
import { exactIn, Money } from "./money";

interface PilesProps {
  readonly reference: string;
  readonly view: PlanView;
  readonly basis: "effective" | "billed";
  readonly pile: PileName;
  readonly open: boolean;
}

/** Six piles with counts and sums, and the line that proves that they are the file. */
export async function BillPiles({ reference, view, basis, pile, open }: PilesProps) {
  const [t, format] = await Promise.all([getTranslations("ledger"), getFormatter()]);
  const address = (next: { basis?: string; pile?: string }): string =>
    `/ledger/import/${reference}?basis=${next.basis ?? basis}&pile=${next.pile ?? pile}`;
  const amountOf = (of: "billed" | "effective", currency: string): string => `${t(`basis.${of}Short`)} (${currency})`;
  const currencies = view.proof.lines.filter((l) => l.basis === "rows").map((l) => l.currency);
  return (
    <Section
      title={t("bill.plan")}
      note={t("bill.basisNote")}
      actions={
        open ? (
          <nav aria-label={t("bill.basis")} className="flex gap-1">
            {(["effective", "billed"] as const).map((b) => (
              <Link
                key={b}
                href={address({ basis: b })}
                aria-current={b === basis ? "true" : undefined}
                scroll={false}
                className={classes(
                  "rounded-md border px-2.5 py-1 text-[0.8125rem]",
                  b === basis ? "border-accent bg-accent-soft font-medium text-accent" : "border-control",
                )}
              >
                {t(`basis.${b}`)}
              </Link>
            ))}
          </nav>
        ) : (
          <Badge>{t(`basis.${view.basis === "billed" ? "billed" : "effective"}`)}</Badge>
        )
      }
    >
      <Table stacked label={t("bill.plan")}>
        <thead>
          <tr>
            <Th>{t("bill.pile")}</Th>
            <Th numeric>{t("bill.rows")}</Th>
            {currencies.flatMap((c) => [
              <Th key={`${c}b`} numeric>
                {amountOf("billed", c)}
              </Th>,
              <Th key={`${c}e`} numeric>
                {amountOf("effective", c)}
              </Th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {view.piles.map((p) => (
            <tr key={p.pile} className={p.pile === pile ? "bg-accent-soft" : undefined}>
              <Td line className="min-w-44">
                <Link
                  href={address({ pile: p.pile })}
                  scroll={false}
                  aria-current={p.pile === pile ? "true" : undefined}
                  className="font-medium text-accent underline-offset-2 hover:underline"
                >
                  {t(`pile.${p.pile}`)}
                </Link>
                <span className="block text-[0.8125rem] text-muted">{t(`pileNote.${p.pile}`)}</span>
              </Td>
              <Td numeric label={t("bill.rows")}>
                {format.number(p.rows)}
              </Td>
              {currencies.flatMap((c) => {
                const sum = p.sums.find((s) => s.currency === c);
                return [
                  <Td key={`${c}b`} numeric label={amountOf("billed", c)}>
                    {sum ? <Money amount={sum.billed} /> : "–"}
                  </Td>,
                  <Td key={`${c}e`} numeric label={amountOf("effective", c)}>
                    {sum ? <Money amount={sum.effective} /> : "–"}
                  </Td>,
                ];
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-medium">
            <Td line>{t("bill.total")}</Td>
            <Td numeric label={t("bill.rows")}>
              {format.number(view.rows)}
            </Td>
            {currencies.flatMap((c) =>
              (["billed", "effective"] as const).map((b) => (
                <Td key={`${c}${b}`} numeric label={amountOf(b, c)}>
                  <Money amount={view.proof.lines.find((l) => l.currency === c && l.basis === b)?.file ?? "0"} />
                </Td>
              )),
            )}
          </tr>
        </tfoot>
      </Table>
      <div className="mt-4">
        <Proof view={view} currencies={currencies} />
      </div>
    </Section>
  );
}

export function pileTone(pile: PileName): Tone {
  if (pile === "new") return "good";
  if (pile === "refused" || pile === "overlapping") return "bad";
  return pile === "unclassified" ? "warn" : "neutral";
}

async function Proof({ view, currencies }: { view: PlanView; currencies: readonly string[] }) {
  const [t, locale] = await Promise.all([getTranslations("ledger.bill"), getLocale()]);
  const of = (currency: string, basis: string): string =>
    view.proof.lines.find((l) => l.currency === currency && l.basis === basis)?.piles ?? "0";
  return (
    <Callout tone={view.proof.holds ? "good" : "bad"} title={t(view.proof.holds ? "proofHolds" : "proofFails")}>
      <ul className="tabular text-[0.8125rem]">
        {currencies.map((currency) => (
          <li key={currency} className="break-words">
            {t("proofLine", {
              currency,
              rows: Number(of(currency, "rows")),
              billed: exactIn(locale, of(currency, "billed")),
              effective: exactIn(locale, of(currency, "effective")),
            })}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
