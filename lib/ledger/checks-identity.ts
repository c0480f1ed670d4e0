import { BrokenRecords, BrokenRows, type Checking, check, notJudged } from "./check";
import { Column, Instants, TextNumbers } from "./columns";
import { LikeBefore } from "./like-before";
import { instantMs, isAfter } from "./period";
import { groupOrder } from "./row-order";
import type { BillRow } from "./schema";

/** F9: no two rows of one resource, SKU, meter, category and status overlap in time without being side by side on purpose. */
export function intervalOverlap(): Checking {
  const name = "no two rows of one meter overlap in time";
  const numbers = new TextNumbers();
  const groups = new Column(Int32Array);
  const starts = new Instants();
  const ends = new Instants();
  const records = new Column(Int32Array);
  const group = new LikeBefore((r) => numbers.of(whatIsCharged(r)));
  const row = (r: BillRow, claiming: boolean) => {
    if (!claiming) return;
    groups.push(group.of(r));
    starts.push(instantMs(r.chargeStart));
    ends.push(instantMs(r.chargeEnd));
    records.push(r.record);
  };
  const done = () => {
    if (groups.length === 0) return notJudged("F9", name, "no row claims time on a resource");
    const broken = new BrokenRows();
    let at = -1;
    let until = Number.NEGATIVE_INFINITY;
    const inTime = (a: number, b: number) => starts.at(a) - starts.at(b) || records.at(a) - records.at(b);
    for (const i of groupOrder(groups, numbers.size, inTime)) {
      if (groups.at(i) !== at) {
        at = groups.at(i);
        until = Number.NEGATIVE_INFINITY;
      }
      if (starts.at(i) < until) broken.add(records.at(i));
      until = Math.max(until, ends.at(i));
    }
    const fails = `${broken.count} rows overlap an earlier row of the same meter; each is counted, as files state each charge once`;
    return check("F9", name, broken, `holds for ${groups.length} rows`, fails);
  };
  return { row, done };
}

const whatIsCharged = (r: BillRow): string =>
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
  ].join("\u0000");

interface Correction {
  readonly row: Pick<BillRow, "record" | "resource" | "chargeStart" | "chargeEnd">;
  readonly early: boolean;
  found: boolean;
}

/** F10: a correction belongs to a later billing period than its charge and to something that was charged. */
export function correctionsPoint(): Checking {
  const name = "corrections point to an earlier period and to a known charge";
  const byResource = new Map<string, Correction[]>();
  let count = 0;
  const before = (row: BillRow) => {
    if (!row.correction) return;
    count += 1;
    const early = row.billingPeriodStart !== null && !isAfter(row.billingPeriodStart, row.chargeStart);
    const { record, resource, chargeStart, chargeEnd } = row;
    const correction = { row: { record, resource, chargeStart, chargeEnd }, early, found: false };
    const known = byResource.get(resourceOf(row));
    if (known) known.push(correction);
    else byResource.set(resourceOf(row), [correction]);
  };
  const row = (r: BillRow) => {
    if (count === 0 || r.correction) return;
    for (const c of byResource.get(resourceOf(r)) ?? []) c.found ||= meets(c.row, r.chargeStart, r.chargeEnd);
  };
  const done: Checking["done"] = ({ claims }) => {
    if (count === 0) return notJudged("F10", name, "no correction in this file");
    const broken = new BrokenRecords();
    let early = 0;
    let unknown = 0;
    for (const c of [...byResource.values()].flat()) {
      const found =
        c.found || claims.some((claim) => claim.resource === c.row.resource && meets(c.row, claim.start, claim.end));
      if (c.early) early += 1;
      if (!found) unknown += 1;
      if (c.early || !found) broken.add(c.row.record);
    }
    const findings = [
      early > 0 ? `${early} correct a period that is still open` : "",
      unknown > 0 ? `${unknown} correct a charge that is neither in this file nor in an earlier import` : "",
    ].filter((f) => f !== "");
    return check("F10", name, broken, `holds for ${count} corrections`, findings.join("; "));
  };
  return { before, row, done };
}

const meets = (c: Pick<BillRow, "chargeStart" | "chargeEnd">, start: string, end: string): boolean =>
  isAfter(c.chargeEnd, start) && isAfter(end, c.chargeStart);

const resourceOf = (row: BillRow): string => [row.billingAccount, row.subAccount, row.resource].join("\u0000");

/** F11: one currency per file and per invoice, so that nothing has to be added across currencies. */
export function oneCurrency(): Checking {
  const name = "one currency per sum";
  const currencies = new Map<string, BrokenRows>();
  const row = (r: BillRow) => {
    const rows = currencies.get(r.currency) ?? new BrokenRows();
    rows.add(r.record);
    currencies.set(r.currency, rows);
  };
  const done = () => {
    if (currencies.size === 0) return notJudged("F11", name, "no readable row");
    const main = [...currencies].sort(([, a], [, b]) => b.count - a.count)[0]?.[0] ?? "";
    const others = [...currencies].filter(([c]) => c !== main).map(([, rows]) => rows);
    const first = others.flatMap((rows) => rows.first()).sort((a, b) => a - b);
    const broken = { count: others.reduce((n, rows) => n + rows.count, 0), first: () => first.slice(0, 50) };
    const counts = [...currencies].map(([c, rows]) => `${c} (${rows.count})`).join(", ");
    return check("F11", name, broken, `all amounts are in ${main}`, `several currencies, kept apart: ${counts}`);
  };
  return { row, done };
}
