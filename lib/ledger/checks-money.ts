import { Decimal, decimalText, parseDecimal, sumDecimals } from "@/lib/money/money";
import { type Check, type CheckInput, check, groupRows, notJudged } from "./check";
import { instantMs } from "./period";
import type { BillRow } from "./schema";

/** F3: list and contracted cost are unit price times quantity, within half a unit of the cost's last digit. */
export function priceTimesQuantity({ bill }: CheckInput): Check {
  const name = "cost is unit price times quantity";
  const priced = bill.rows.filter((r) => !r.correction && r.pricingQuantity !== null);
  const differs = (
    priceOf: (row: BillRow) => string | null,
    costOf: (row: BillRow) => string | null,
  ): { judged: number; broken: number[] } => {
    const rows = priced.filter((r) => priceOf(r) !== null && costOf(r) !== null);
    const off = rows.filter((r) => !isProduct(priceOf(r) ?? "0", r.pricingQuantity ?? "0", costOf(r) ?? "0"));
    return { judged: rows.length, broken: off.map((r) => r.record) };
  };
  const list = differs(
    (r) => r.listUnitPrice,
    (r) => r.listCost,
  );
  const contracted = differs(
    (r) => r.contractedUnitPrice,
    (r) => r.contractedCost,
  );
  if (list.judged + contracted.judged === 0) {
    return notJudged("F3", name, "no row has a unit price, a quantity and a cost");
  }
  const broken = [...new Set([...list.broken, ...contracted.broken])];
  const fails = `ListCost differs in ${list.broken.length} of ${list.judged} rows, ContractedCost in ${contracted.broken.length} of ${contracted.judged}`;
  return check("F3", name, broken, `holds for ${priced.length} rows`, fails);
}

/** Trailing zeros are not kept, so a cost is taken to be written to nine fraction digits at least. */
function isProduct(price: string, quantity: string, cost: string): boolean {
  if (price === "0" && cost === "0") return true;
  const costValue = new Decimal(cost);
  const difference = new Decimal(price).times(quantity).minus(costValue);
  if (difference.isZero()) return true;
  const tolerance = new Decimal(10).pow(-Math.max(costValue.decimalPlaces(), 9)).div(2);
  return difference.abs().lte(tolerance);
}

/** Billed sum per invoice and currency: what the invoice should say. */
export function invoiceSums(rows: readonly BillRow[]): Map<string, { currency: string; billed: string }[]> {
  const sums = new Map<string, { currency: string; billed: string }[]>();
  for (const [invoice, group] of groupRows(rows, (r) => r.invoiceId)) {
    const currencies = groupRows(group, (r) => r.currency);
    sums.set(
      invoice,
      [...currencies].map(([currency, list]) => ({
        currency,
        billed: decimalText(sumDecimals(list.map((r) => r.billedAmount))),
      })),
    );
  }
  return sums;
}

/** F4: the billed sum of an invoice is the payable amount that its owner states. */
export function invoiceTieOut({ bill, statedPayables }: CheckInput): Check {
  const name = "billed sums match the stated invoice amounts";
  const stated = Object.entries(statedPayables);
  const sums = invoiceSums(bill.rows);
  if (stated.length === 0) {
    const what = sums.size === 0 ? "the rows name no invoice" : "no invoice amount was stated to compare with";
    return notJudged("F4", name, what);
  }
  const findings: string[] = [];
  const broken: number[] = [];
  for (const [invoice, amount] of stated) {
    const computed = sums.get(invoice);
    const fits = computed?.length === 1 && new Decimal(computed[0]?.billed ?? "0").eq(amount);
    if (fits) continue;
    findings.push(
      `${invoice}: stated ${amount}, rows ${computed?.map((c) => `${c.billed} ${c.currency}`).join(" and ") ?? "none"}`,
    );
    const records = bill.rows.filter((r) => r.invoiceId === invoice).map((r) => r.record);
    for (const record of records.length > 0 ? records : [1]) broken.push(record);
  }
  return check("F4", name, broken, `holds for ${stated.length} invoices`, findings.join("; "));
}

const commitmentOf = (row: BillRow): string | null => row.commitmentId ?? row.capacityId;
const coversLater = (row: BillRow): boolean => row.chargeCategory === "Purchase" && commitmentOf(row) !== null;

/** F5: a commitment recognises at most what was purchased, and all of it once its usage reaches the end of its term. */
export function commitmentConservation({ bill }: CheckInput): Check {
  const name = "commitments recognise what was purchased";
  const findings: string[] = [];
  const broken: number[] = [];
  let judged = 0;
  for (const [id, rows] of groupRows(bill.rows, (r) => r.commitmentId)) {
    const purchases = rows.filter((r) => r.chargeCategory === "Purchase" && !r.correction);
    const usage = rows.filter((r) => r.chargeCategory === "Usage" && r.commitmentStatus !== null && !r.correction);
    if (purchases.length === 0 || usage.length === 0) continue;
    judged += 1;
    const purchased = sumDecimals(purchases.map((r) => r.billedAmount));
    const recognised = sumDecimals([...usage, ...purchases].map((r) => r.effectiveAmount));
    const lastEnd = (list: readonly BillRow[]): number =>
      list.reduce((end, r) => Math.max(end, instantMs(r.chargeEnd)), Number.NEGATIVE_INFINITY);
    const ended = lastEnd(usage) >= lastEnd(purchases);
    if (recognised.eq(purchased) || (!ended && recognised.lt(purchased))) continue;
    findings.push(`${id}: purchased ${decimalText(purchased)}, recognised ${decimalText(recognised)}`);
    for (const row of purchases) broken.push(row.record);
  }
  if (judged === 0) return notJudged("F5", name, "no commitment has its purchase and its usage in this file");
  return check("F5", name, broken, `holds for ${judged} commitments`, findings.join("; "));
}

/** F6: a purchase that covers later charges has no effective cost of its own. */
export function coveringPurchases({ bill }: CheckInput): Check {
  const name = "purchases that cover later charges have no effective cost";
  const covering = bill.rows.filter((r) => coversLater(r) && !r.correction);
  if (covering.length === 0) return notJudged("F6", name, "no purchase of a commitment or reservation");
  const broken = covering.filter((r) => r.effectiveAmount !== "0").map((r) => r.record);
  return check(
    "F6",
    name,
    broken,
    `holds for ${covering.length} purchases`,
    `${broken.length} purchases may be counted twice`,
  );
}

/** F7: unused commitment has no consumed quantity and is booked on the commitment. */
export function unusedRows({ bill }: CheckInput): Check {
  const name = "unused commitment consumes nothing and names the commitment";
  const unused = bill.rows.filter((r) => r.commitmentStatus === "Unused");
  if (unused.length === 0) return notJudged("F7", name, "no unused commitment in this file");
  const broken = unused
    .filter((r) => r.consumedQuantity !== null || r.resource !== r.commitmentId)
    .map((r) => r.record);
  return check(
    "F7",
    name,
    broken,
    `holds for ${unused.length} rows`,
    `${broken.length} of ${unused.length} rows do not`,
  );
}

/** F8: the shares of a split charge sum to one, and its origin does not stand beside its parts. */
export function allocatedShares({ bill }: CheckInput): Check {
  const name = "split charges sum to their origin";
  const chargeOf = (r: BillRow): string =>
    [r.billingAccount, r.resource, r.sku, r.skuMeter, r.chargeStart, r.chargeEnd, r.chargeCategory].join("\u0000");
  const parts = groupRows(bill.rows, (r) => (r.allocatedMethod === null ? null : chargeOf(r)));
  if (parts.size === 0) return notJudged("F8", name, "no split charge in this file");
  const findings: string[] = [];
  const broken: number[] = [];
  for (const group of parts.values()) {
    const shares = group.map((r) => (r.allocatedRatio === null ? null : parseDecimal(r.allocatedRatio)));
    if (shares.some((s) => s === null)) continue;
    const stated = shares.filter((s): s is Decimal => s !== null);
    const places = stated.reduce((most, s) => Math.max(most, s.decimalPlaces()), 4);
    const tolerance = new Decimal(10).pow(-places).times(stated.length).div(2);
    const sum = sumDecimals(stated);
    if (sum.minus(1).abs().lte(tolerance)) continue;
    findings.push(`shares of ${group[0]?.resource ?? "a charge"} sum to ${decimalText(sum)}`);
    for (const row of group) broken.push(row.record);
  }
  const origins = bill.rows.filter((r) => r.allocatedMethod === null && parts.has(chargeOf(r)));
  for (const origin of origins) {
    findings.push(`record ${origin.record} is the origin beside its parts`);
    broken.push(origin.record);
  }
  return check("F8", name, broken, `holds for ${parts.size} charges`, findings.slice(0, 20).join("; "));
}
