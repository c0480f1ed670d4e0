import { Decimal, decimalText, parseDecimal, sumDecimals } from "@/lib/money/money";
import { BrokenRecords, BrokenRows, type CheckedFile, type Checking, check, notJudged } from "./check";
import { ExactSum } from "./exact-sum";
import { instantMs } from "./period";
import type { BillRow } from "./schema";
import { productOf, sameUnits, unitsOf } from "./small-decimal";

/** F3: list and contracted cost are unit price times quantity, within half a unit of the cost's last digit. */
export function priceTimesQuantity(): Checking {
  const name = "cost is unit price times quantity";
  const broken = new BrokenRecords();
  const list = { judged: 0, broken: 0 };
  const contracted = { judged: 0, broken: 0 };
  let priced = 0;
  const judge = (of: typeof list, row: BillRow, price: string | null, cost: string | null) => {
    if (price === null || cost === null) return;
    of.judged += 1;
    if (isProduct(price, row.pricingQuantity ?? "0", cost)) return;
    of.broken += 1;
    broken.add(row.record);
  };
  return {
    row: (row) => {
      if (row.correction || row.pricingQuantity === null) return;
      priced += 1;
      judge(list, row, row.listUnitPrice, row.listCost);
      judge(contracted, row, row.contractedUnitPrice, row.contractedCost);
    },
    done: () => {
      if (list.judged + contracted.judged === 0) {
        return notJudged("F3", name, "no row has a unit price, a quantity and a cost");
      }
      const fails = `ListCost differs in ${list.broken} of ${list.judged} rows, ContractedCost in ${contracted.broken} of ${contracted.judged}`;
      return check("F3", name, broken, `holds for ${priced} rows`, fails);
    },
  };
}

/** Trailing zeros are not kept, so a cost is taken to be written to nine fraction digits at least. */
function isProduct(price: string, quantity: string, cost: string): boolean {
  const [product, units] = [productOf(price, quantity), unitsOf(cost)];
  // The answer of nearly all rows; any other has to be weighed.
  if (product !== null && units !== null && sameUnits(product, units) === true) return true;
  const costValue = new Decimal(cost);
  const difference = new Decimal(price).times(quantity).minus(costValue);
  if (difference.isZero()) return true;
  const tolerance = new Decimal(10).pow(-Math.max(costValue.decimalPlaces(), 9)).div(2);
  return difference.abs().lte(tolerance);
}

/** Billed sum per invoice and currency: what the invoice should say. */
export class InvoiceSums {
  private readonly sums = new Map<string, Map<string, ExactSum>>();

  add(row: BillRow): void {
    if (row.invoiceId === null) return;
    const invoice = this.sums.get(row.invoiceId) ?? new Map<string, ExactSum>();
    if (invoice.size === 0) this.sums.set(row.invoiceId, invoice);
    const sum = invoice.get(row.currency) ?? new ExactSum();
    invoice.set(row.currency, sum);
    sum.add(row.billedAmount);
  }

  list(): Map<string, { currency: string; billed: string }[]> {
    const textsOf = (invoice: Map<string, ExactSum>) =>
      [...invoice].map(([currency, sum]) => ({ currency, billed: decimalText(sum.total()) }));
    return new Map([...this.sums].map(([id, invoice]) => [id, textsOf(invoice)]));
  }
}

export function invoiceSums(rows: readonly BillRow[]): Map<string, { currency: string; billed: string }[]> {
  const sums = new InvoiceSums();
  for (const row of rows) sums.add(row);
  return sums.list();
}

/** F4: the billed sum of an invoice is the payable amount that its owner states. */
export function invoiceTieOut({ statedPayables }: CheckedFile): Checking {
  const name = "billed sums match the stated invoice amounts";
  const stated = Object.entries(statedPayables);
  const sums = new InvoiceSums();
  const records = new Map<string, number[]>();
  return {
    row: (row) => {
      sums.add(row);
      if (row.invoiceId === null || statedPayables[row.invoiceId] === undefined) return;
      const known = records.get(row.invoiceId);
      if (known) known.push(row.record);
      else records.set(row.invoiceId, [row.record]);
    },
    done: () => {
      const found = sums.list();
      if (stated.length === 0) {
        const what = found.size === 0 ? "the rows name no invoice" : "no invoice amount was stated to compare with";
        return notJudged("F4", name, what);
      }
      const findings: string[] = [];
      const broken = new BrokenRows();
      for (const [invoice, amount] of stated) {
        const computed = found.get(invoice);
        if (computed?.length === 1 && new Decimal(computed[0]?.billed ?? "0").eq(amount)) continue;
        const rows = computed?.map((c) => `${c.billed} ${c.currency}`).join(" and ") ?? "none";
        findings.push(`${invoice}: stated ${amount}, rows ${rows}`);
        for (const record of records.get(invoice) ?? [1]) broken.add(record);
      }
      return check("F4", name, broken, `holds for ${stated.length} invoices`, findings.join("; "));
    },
  };
}

const commitmentOf = (row: BillRow): string | null => row.commitmentId ?? row.capacityId;
const coversLater = (row: BillRow): boolean => row.chargeCategory === "Purchase" && commitmentOf(row) !== null;

class Commitment {
  readonly purchased = new ExactSum();
  readonly recognised = new ExactSum();
  readonly purchases: number[] = [];
  used = false;
  purchasedUntil = Number.NEGATIVE_INFINITY;
  usedUntil = Number.NEGATIVE_INFINITY;

  add(row: BillRow): void {
    if (row.correction) return;
    const end = instantMs(row.chargeEnd);
    if (row.chargeCategory === "Purchase") {
      this.purchased.add(row.billedAmount);
      this.recognised.add(row.effectiveAmount);
      this.purchases.push(row.record);
      this.purchasedUntil = Math.max(this.purchasedUntil, end);
    } else if (row.chargeCategory === "Usage" && row.commitmentStatus !== null) {
      this.used = true;
      this.recognised.add(row.effectiveAmount);
      this.usedUntil = Math.max(this.usedUntil, end);
    }
  }
}

/** F5: a commitment recognises at most what was purchased, and all of it once its usage reaches the end of its term. */
export function commitmentConservation(): Checking {
  const name = "commitments recognise what was purchased";
  const commitments = new Map<string, Commitment>();
  return {
    row: (row) => {
      if (row.commitmentId === null) return;
      const commitment = commitments.get(row.commitmentId) ?? new Commitment();
      commitments.set(row.commitmentId, commitment);
      commitment.add(row);
    },
    done: () => {
      const findings: string[] = [];
      const broken = new BrokenRows();
      let judged = 0;
      for (const [id, commitment] of commitments) {
        if (commitment.purchases.length === 0 || !commitment.used) continue;
        judged += 1;
        const purchased = commitment.purchased.total();
        const recognised = commitment.recognised.total();
        const ended = commitment.usedUntil >= commitment.purchasedUntil;
        if (recognised.eq(purchased) || (!ended && recognised.lt(purchased))) continue;
        findings.push(`${id}: purchased ${decimalText(purchased)}, recognised ${decimalText(recognised)}`);
        for (const record of commitment.purchases) broken.add(record);
      }
      if (judged === 0) return notJudged("F5", name, "no commitment has its purchase and its usage in this file");
      return check("F5", name, broken, `holds for ${judged} commitments`, findings.join("; "));
    },
  };
}

/** F6: a purchase that covers later charges has no effective cost of its own. */
export function coveringPurchases(): Checking {
  const name = "purchases that cover later charges have no effective cost";
  const broken = new BrokenRows();
  let covering = 0;
  return {
    row: (row) => {
      if (!coversLater(row) || row.correction) return;
      covering += 1;
      if (row.effectiveAmount !== "0") broken.add(row.record);
    },
    done: () => {
      if (covering === 0) return notJudged("F6", name, "no purchase of a commitment or reservation");
      const fails = `${broken.count} purchases may be counted twice`;
      return check("F6", name, broken, `holds for ${covering} purchases`, fails);
    },
  };
}

/** F7: unused commitment has no consumed quantity and is booked on the commitment. */
export function unusedRows(): Checking {
  const name = "unused commitment consumes nothing and names the commitment";
  const broken = new BrokenRows();
  let unused = 0;
  return {
    row: (row) => {
      if (row.commitmentStatus !== "Unused") return;
      unused += 1;
      if (row.consumedQuantity !== null || row.resource !== row.commitmentId) broken.add(row.record);
    },
    done: () => {
      if (unused === 0) return notJudged("F7", name, "no unused commitment in this file");
      return check("F7", name, broken, `holds for ${unused} rows`, `${broken.count} of ${unused} rows do not`);
    },
  };
}

interface SplitCharge {
  readonly resource: string | null;
  readonly records: number[];
  /** Null once a part states no share. */
  shares: Decimal[] | null;
}

/** F8: the shares of a split charge sum to one, and its origin does not stand beside its parts. */
export function allocatedShares(): Checking {
  const name = "split charges sum to their origin";
  const charges = new Map<string, SplitCharge>();
  const origins: number[] = [];
  const before = (row: BillRow) => {
    if (row.allocatedMethod === null) return;
    const charge = charges.get(chargeOf(row)) ?? { resource: row.resource, records: [], shares: [] };
    charges.set(chargeOf(row), charge);
    charge.records.push(row.record);
    const share = row.allocatedRatio === null ? null : parseDecimal(row.allocatedRatio);
    if (share === null) charge.shares = null;
    else charge.shares?.push(share);
  };
  const row = (r: BillRow) => {
    if (charges.size > 0 && r.allocatedMethod === null && charges.has(chargeOf(r))) origins.push(r.record);
  };
  const done = () => {
    if (charges.size === 0) return notJudged("F8", name, "no split charge in this file");
    const findings: string[] = [];
    const broken = new BrokenRows();
    for (const { resource, records, shares } of charges.values()) {
      if (shares === null) continue;
      const places = shares.reduce((most, s) => Math.max(most, s.decimalPlaces()), 4);
      const tolerance = new Decimal(10).pow(-places).times(shares.length).div(2);
      const sum = sumDecimals(shares);
      if (sum.minus(1).abs().lte(tolerance)) continue;
      findings.push(`shares of ${resource ?? "a charge"} sum to ${decimalText(sum)}`);
      for (const record of records) broken.add(record);
    }
    for (const record of origins) {
      findings.push(`record ${record} is the origin beside its parts`);
      broken.add(record);
    }
    return check("F8", name, broken, `holds for ${charges.size} charges`, findings.slice(0, 20).join("; "));
  };
  return { before, row, done };
}

const chargeOf = (r: BillRow): string =>
  [r.billingAccount, r.resource, r.sku, r.skuMeter, r.chargeStart, r.chargeEnd, r.chargeCategory].join("\u0000");
