import { Decimal, decimalText, parseDecimal, sumDecimals } from "@/lib/money/money";
import type {
  BillFile,
  BillFormat,
  FormatResult,
  JsonHead,
  JsonReading,
  ReadOptions,
  StatedControl,
} from "../bill-format";
import { isList, isObject, listOf, objectsOf } from "../json-objects";
import { objectReader, type RecordReading, readObjects } from "../records";
import { StatedControls } from "../stated-controls";
import { chargeRow } from "./charge";

type Json = Record<string, unknown>;

const LISTS = ["results", "charges", "invoices", "data", "records"];

/** Vast.ai charges and invoices: a tree of parents and items, of which only the leaves are charges. In US dollars. */
export const format: BillFormat = {
  id: "vast-charges",
  title: "Vast.ai charges",
  recognise: ({ json }) => {
    const first = objectsOf(json, LISTS)[0] ?? {};
    if (!("amount" in first) || !("type" in first)) return 0;
    const own = ["items", "source", "instance_id", "service", "metadata", "rate"].some((name) => name in first);
    return own ? 0.9 : 0.5;
  },
  read,
  json: readOneByOne,
};

const READING: RecordReading = {
  needed: ["type", "amount"],
  amountColumns: ["amount"],
  currencyColumns: ["currency"],
  lines: (record) => [chargeRow(record)],
};

const dollars = (options: ReadOptions): ReadOptions => ({
  ...options,
  assumedCurrency: options.assumedCurrency ?? "USD",
});

function read(file: BillFile, options: ReadOptions): FormatResult {
  const { objects, controls } = flatten(objectsOf(file.json, LISTS));
  const result = readObjects(objects, dollars(options), READING);
  return result.ok ? { ok: true, bill: { ...result.bill, controls } } : result;
}

/** Items inside their charge are read with it; where one names its parent by an id, the file has to be read whole. */
function readOneByOne({ lists }: JsonHead, options: ReadOptions): JsonReading | null {
  const list = listOf(lists, LISTS);
  if (list === null) return null;
  const controls = new StatedControls();
  let shown = false;
  return {
    holds: (path) => isList(path, list),
    unfold: (charge) => {
      if (typeof charge.parent === "string") return [charge];
      const flat = flatten([charge]);
      if (!shown) for (const control of flat.controls) controls.add(control);
      return flat.objects;
    },
    scout: (object) => typeof object.parent !== "string",
    reader: (log) => {
      shown = true;
      return objectReader(dollars(options), READING, log);
    },
    controls: () => controls.list(),
  };
}

const sum = (items: readonly Json[]): string =>
  decimalText(sumDecimals(items.map((item) => parseDecimal(String(item.amount)) ?? new Decimal(0))));

/** Parents first, each followed by its items, which take time and source from it where they state none. */
function flatten(charges: readonly Json[]): { objects: Json[]; controls: StatedControl[] } {
  const objects: Json[] = [];
  const controls = new StatedControls();
  const byParent = new Map<string, Json[]>();
  for (const charge of charges) {
    if (typeof charge.parent !== "string") continue;
    const items = byParent.get(charge.parent);
    if (items) items.push(charge);
    else byParent.set(charge.parent, [charge]);
  }
  const placed = new Set<Json>();
  const put = (charge: Json, inherited: Json) => {
    placed.add(charge);
    const { items, ...own } = { ...inherited, ...charge };
    const nested = Array.isArray(items) ? items.filter(isObject) : [];
    const linked =
      typeof charge.id === "string" ? (byParent.get(charge.id) ?? []).filter((item) => !placed.has(item)) : [];
    // A charge that holds its items says them twice where they stand beside it as well.
    if (nested.length > 0) for (const item of linked) placed.add(item);
    const leaves = nested.length > 0 ? nested : linked;
    objects.push({ ...own, ...(leaves.length > 0 ? { is_parent: "yes" } : {}) });
    if (leaves.length === 0) return;
    const stated = parseDecimal(String(charge.amount));
    const name = `${String(charge.source ?? charge.id ?? charge.type)}: the parent is the sum of its items`;
    if (stated !== null) controls.add({ name, stated: decimalText(stated), computed: sum(leaves) });
    const { start, end, source, timestamp, instance_id, type } = own as Json;
    for (const leaf of leaves) put(leaf, clean({ start, end, source, timestamp, instance_id, parent_type: type }));
  };
  // An item whose charge lies in another file is billed all the same.
  const ids = new Set(charges.map((charge) => charge.id));
  for (const charge of charges) if (typeof charge.parent !== "string" || !ids.has(charge.parent)) put(charge, {});
  // Whose parents lead back to themselves.
  for (const charge of charges) if (!placed.has(charge)) put(charge, {});
  return { objects, controls: controls.list() };
}

const clean = (object: Json): Json =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
