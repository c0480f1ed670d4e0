import { type Check, type CheckInput, check, groupRows, notJudged } from "./check";
import { instantMs, isAfter } from "./period";
import type { BillRow } from "./schema";

/** F9: no two rows of one resource, SKU, meter, category and status overlap in time without being side by side on purpose. */
export function intervalOverlap({ bill, wishes }: CheckInput): Check {
  const name = "no two rows of one meter overlap in time";
  const claiming = bill.rows.filter((_, i) => (wishes[i] ?? null) !== null);
  if (claiming.length === 0) return notJudged("F9", name, "no row claims time on a resource");
  const groups = groupRows(claiming, (r) =>
    [
      r.issuer,
      r.billingAccount,
      r.subAccount,
      r.resource,
      r.sku,
      r.skuMeter,
      r.description,
      r.chargeCategory,
      r.commitmentStatus,
      r.capacityStatus,
      r.allocatedResource,
    ].join("\u0000"),
  );
  const broken: number[] = [];
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const sorted = [...group].sort(
      (a, b) => instantMs(a.chargeStart) - instantMs(b.chargeStart) || a.record - b.record,
    );
    let until = Number.NEGATIVE_INFINITY;
    for (const row of sorted) {
      if (instantMs(row.chargeStart) < until) broken.push(row.record);
      until = Math.max(until, instantMs(row.chargeEnd));
    }
  }
  const fails = `${broken.length} rows overlap an earlier row of the same meter; each is counted, as files state each charge once`;
  return check("F9", name, broken, `holds for ${claiming.length} rows`, fails);
}

/** F10: a correction belongs to a later billing period than its charge and to something that was charged. */
export function correctionsPoint({ bill, prior }: CheckInput): Check {
  const name = "corrections point to an earlier period and to a known charge";
  const corrections = bill.rows.filter((r) => r.correction);
  if (corrections.length === 0) return notJudged("F10", name, "no correction in this file");
  const originals = groupRows(bill.rows, (r) => (r.correction ? null : resourceOf(r)));
  const early: number[] = [];
  const unknown: number[] = [];
  for (const row of corrections) {
    if (row.billingPeriodStart !== null && !isAfter(row.billingPeriodStart, row.chargeStart)) early.push(row.record);
    const here = originals.get(resourceOf(row)) ?? [];
    const found =
      here.some((o) => isAfter(row.chargeEnd, o.chargeStart) && isAfter(o.chargeEnd, row.chargeStart)) ||
      prior.claims.some(
        (c) => c.resource === row.resource && isAfter(row.chargeEnd, c.start) && isAfter(c.end, row.chargeStart),
      );
    if (!found) unknown.push(row.record);
  }
  const findings = [
    early.length > 0 ? `${early.length} correct a period that is still open` : "",
    unknown.length > 0
      ? `${unknown.length} correct a charge that is neither in this file nor in an earlier import`
      : "",
  ].filter((f) => f !== "");
  const broken = [...new Set([...early, ...unknown])];
  return check("F10", name, broken, `holds for ${corrections.length} corrections`, findings.join("; "));
}

const resourceOf = (row: BillRow): string => [row.billingAccount, row.subAccount, row.resource].join("\u0000");

/** F11: one currency per file and per invoice, so that nothing has to be added across currencies. */
export function oneCurrency({ bill }: CheckInput): Check {
  const name = "one currency per sum";
  if (bill.rows.length === 0) return notJudged("F11", name, "no readable row");
  const currencies = groupRows(bill.rows, (r) => r.currency);
  const main = [...currencies].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? "";
  const broken = bill.rows.filter((r) => r.currency !== main).map((r) => r.record);
  const counts = [...currencies].map(([c, rows]) => `${c} (${rows.length})`).join(", ");
  return check("F11", name, broken, `all amounts are in ${main}`, `several currencies, kept apart: ${counts}`);
}
