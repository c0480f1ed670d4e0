import { z } from "zod";
import { digestOf } from "@/lib/digest/canonical";
import { Decimal, decimalText, sumDecimals } from "@/lib/money/money";
import type { AnyComponent } from "./components";
import { anyComponentSchema } from "./schema";

/** One sum of a month's entries. A month is that of the charge's start, UTC. Amounts are exact decimal text. */
export const monthHeldSchema = z.strictObject({
  currency: z.string(),
  component: anyComponentSchema,
  entries: z.number().int(),
  billed: z.string(),
  effective: z.string(),
});
export type MonthHeld = Readonly<z.output<typeof monthHeldSchema>>;

/** A sum of entries that one issuer billed in one period. */
export interface IssuerHeld {
  /** Empty where the bill names no issuer. */
  readonly issuer: string;
  readonly currency: string;
  readonly component: AnyComponent;
  readonly billed: string;
}

/** The total of an invoice as a person read it; the latest of an issuer's invoice counts, one without amount takes it back. */
export interface StatedInvoice {
  readonly issuer: string;
  /** Empty for the only invoice of the issuer in this month. */
  readonly invoiceId: string;
  readonly currency: string;
  readonly amount: string | null;
  readonly source: string;
}

export interface Reconciled {
  readonly issuer: string;
  readonly currency: string;
  /** Charges before tax, credits and rounding. */
  readonly charges: string;
  readonly credits: string;
  /** Tax and rounding, which no brief carries and an invoice holds. */
  readonly taxAndRounding: string;
  readonly ours: string;
  /** Null where nobody has stated a total. */
  readonly stated: string | null;
  /** stated − ours; positive when the invoice asks for more than the ledger holds. */
  readonly difference: string | null;
  readonly invoices: readonly StatedInvoice[];
}

/** What came into a closed month afterwards, by currency and component. */
export interface MonthChange {
  readonly currency: string;
  readonly component: AnyComponent;
  readonly billed: string;
  readonly effective: string;
}

const keyOf = (s: { issuer: string; currency: string }): string => JSON.stringify([s.issuer, s.currency]);

/**
 * Invoices against the ledger, by issuer and currency. Wallet money (funding) is paid on another document and left out.
 * Statements are given in the order in which they were made.
 */
export function reconcile(held: readonly IssuerHeld[], statements: readonly StatedInvoice[]): Reconciled[] {
  const standing = new Map<string, StatedInvoice>();
  for (const s of statements) {
    const key = JSON.stringify([s.issuer, s.currency, s.invoiceId]);
    standing.delete(key);
    if (s.amount !== null) standing.set(key, s);
  }
  const invoices = [...standing.values()];
  const counted = held.filter((h) => h.component !== "funding");
  const keys = [...new Set([...counted, ...invoices].map(keyOf))].sort();
  return keys.map((key) => {
    const [issuer, currency] = JSON.parse(key) as [string, string];
    const ours = counted.filter((h) => keyOf(h) === key);
    const said = invoices.filter((s) => keyOf(s) === key);
    const sum = (of: (c: AnyComponent) => boolean): Decimal =>
      sumDecimals(ours.filter((h) => of(h.component)).map((h) => h.billed));
    const credits = sum((c) => c === "credit");
    const beside = sum((c) => c === "tax" || c === "rounding");
    const total = sum(() => true);
    const stated = said.length === 0 ? null : sumDecimals(said.map((s) => s.amount ?? "0"));
    return {
      issuer,
      currency,
      charges: decimalText(total.minus(credits).minus(beside)),
      credits: decimalText(credits),
      taxAndRounding: decimalText(beside),
      ours: decimalText(total),
      stated: stated === null ? null : decimalText(stated),
      difference: stated === null ? null : decimalText(stated.minus(total)),
      invoices: said,
    };
  });
}

/** True when each issuer's invoices were stated and none differs from the ledger. */
export function ties(lines: readonly Reconciled[]): boolean {
  return lines.every((line) => line.difference !== null && new Decimal(line.difference).isZero());
}

const heldKey = (h: { currency: string; component: string }): string => `${h.currency} ${h.component}`;

/** What a closed month holds now less what it held when it was closed; nothing for sums that did not move. */
export function changedSince(closed: readonly MonthHeld[], now: readonly MonthHeld[]): MonthChange[] {
  const before = new Map(closed.map((h) => [heldKey(h), h]));
  const after = new Map(now.map((h) => [heldKey(h), h]));
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((key) => {
    const [then, today] = [before.get(key), after.get(key)];
    const either = today ?? then;
    if (!either) return [];
    const billed = new Decimal(today?.billed ?? "0").minus(then?.billed ?? "0");
    const effective = new Decimal(today?.effective ?? "0").minus(then?.effective ?? "0");
    if (billed.isZero() && effective.isZero()) return [];
    const { currency, component } = either;
    return [{ currency, component, billed: decimalText(billed), effective: decimalText(effective) }];
  });
}

/** Digest of what a person saw and closes: the sums and the reconciliation. Lower-case hex SHA-256. */
export function closeDigest(month: string, held: readonly MonthHeld[], lines: readonly Reconciled[]): string {
  return digestOf({ month, held: [...held], reconciled: lines.map(({ invoices: _, ...line }) => line) });
}
