import type { NotCountedCode, RuleCode } from "./codes";
import type { AnyComponent, Component } from "./components";
import { Kept } from "./import/kept";
import { LikeBefore } from "./like-before";
import type { BillRow, Kind } from "./schema";
import * as signals from "./signals";

/** What a row is. `notCounted` names why it stays out of the totals although it can be read. */
export interface Classification {
  readonly component: AnyComponent;
  readonly kind: Kind;
  readonly rule: RuleCode;
  readonly bundledHost: boolean;
  readonly notCounted: NotCountedCode | null;
}

/**
 * A person's decision for rows that no rule knew; the first that matches in every field it names wins, those that name the
 * record before those that do not.
 */
export interface Assignment {
  readonly record?: number;
  readonly sku?: string;
  readonly meter?: string;
  readonly service?: string;
  readonly component: Component;
  readonly kind?: Kind;
}

/**
 * Classifies rows of one file in the fixed order: tax and credit, rows that are no charges, support, storage, network,
 * host, accelerator, else unclassified. The first rule that matches wins and is stored with the entry. Answers for equal
 * text are kept, so hourly rows cost one look-up.
 */
export function classifier(): (row: BillRow) => Classification {
  const known = new Kept<Classification>();
  const like = new LikeBefore((row) => {
    const key = [
      row.rowType,
      row.chargeCategory,
      row.correction,
      row.chargeFrequency,
      row.commitmentId !== null,
      row.commitmentStatus,
      row.capacityId !== null,
      row.capacityStatus,
      row.statedComponent,
      row.statedKind,
      row.serviceCategory,
      row.serviceSubcategory,
      row.serviceName,
      row.sku,
      row.skuMeter,
      row.skuDetails,
      row.resourceType,
      row.description,
    ].join("\u0000");
    return known.of(key, () => classify(row));
  });
  return (row) => like.of(row);
}

/** Classifies one row. */
export function classify(row: BillRow): Classification {
  const text = textsOf(row);
  return (
    byRowType(row) ??
    outsideFive(row, text.full) ??
    notACharge(row, text.full) ??
    statedBy(row) ??
    componentOf(row, text)
  );
}

interface RowTexts {
  /** Everything a row says about what was sold. */
  readonly full: string;
  /** What names the priced thing itself: strong evidence. */
  readonly sku: string;
  readonly details: string;
  /** What names its surroundings: weak evidence. */
  readonly service: string;
}

function textsOf(row: BillRow): RowTexts {
  const join = (...parts: (string | null)[]): string => parts.filter((p) => p !== null).join(" | ");
  const sku = join(row.sku, row.skuMeter, row.description);
  const service = join(row.serviceName, row.serviceSubcategory, row.resourceType);
  return { sku, service, details: row.skuDetails ?? "", full: join(sku, row.serviceName, row.serviceSubcategory) };
}

const as = (
  component: AnyComponent,
  kind: Kind,
  rule: RuleCode,
  more: Partial<Classification> = {},
): Classification => ({
  component,
  kind,
  rule,
  bundledHost: false,
  notCounted: null,
  ...more,
});

/** Rule 1: tax and credit, and adjustments that say they are rounding. */
function outsideFive(row: BillRow, text: string): Classification | null {
  if (row.chargeCategory === "Tax") return as("tax", "tax", "category-tax");
  if (row.chargeCategory === "Credit") {
    if (row.sku === null || !signals.saysPriceDiscount(text)) return as("credit", "credit", "category-credit");
    const priced = componentOf({ ...row, chargeCategory: "Usage" }, textsOf(row));
    if (priced.component === "unclassified") return as("credit", "credit", "category-credit");
    return as(priced.component, "discount", "credit-price-like");
  }
  if (row.chargeCategory === "Adjustment" && signals.saysRounding(text))
    return as("rounding", "rounding", "rounding-text");
  return null;
}

const ROW_TYPE_REASON: Partial<Record<BillRow["rowType"], NotCountedCode>> = {
  total: "total-row",
  parent: "parent-row",
  estimate: "estimate",
  plan: "plan",
  "allocation-origin": "allocation-origin",
  "allocation-detail": "allocation-detail",
  "covered-usage": "covered-usage",
  restated: "restated",
  "same-reference": "same-reference",
};

/** Rule 2, where the format says it: totals, parents, estimates, plans and funding are no charges, whatever they name. */
function byRowType(row: BillRow): Classification | null {
  const reason = ROW_TYPE_REASON[row.rowType];
  if (reason !== undefined)
    return as(row.statedComponent ?? "unclassified", "usage", "row-type", { notCounted: reason });
  if (row.rowType === "funding") return as("funding", "funding", "row-type", { notCounted: "funding" });
  return null;
}

/** Rule 2, where only the text says it. */
function notACharge(row: BillRow, text: string): Classification | null {
  if (row.chargeCategory === "Purchase" && signals.saysFunding(text)) {
    return as("funding", "funding", "funding-text", { notCounted: "funding" });
  }
  const lone = row.sku === null && row.resource === null;
  if (lone && row.description !== null && signals.saysTotal(row.description)) {
    return as("unclassified", "usage", "total-text", { notCounted: "total-row" });
  }
  return null;
}

function statedBy(row: BillRow): Classification | null {
  const component = row.statedComponent;
  if (component === null) return null;
  const kind = row.statedKind ?? kindOf(row, component === "support" || component === "rounding" ? component : "usage");
  if (component === "funding") return as("funding", "funding", "stated-component", { notCounted: "funding" });
  return as(component, kind, "stated-component");
}

/** Rules 3 to 8. Without a SKU and a service category the free text is no evidence. */
function componentOf(row: BillRow, text: RowTexts): Classification {
  const category = row.serviceCategory?.toLowerCase() ?? null;
  if (row.sku === null && (category === null || category === "other")) {
    return as("unclassified", kindOf(row, "usage"), "no-signal");
  }
  const supportKind = signals.supportKindOf(text.full);
  if (supportKind !== null) return as("support", kindOf(row, supportKind), "support-text");
  if (category === "storage") return as("storage", kindOf(row, "usage"), "storage-category");
  if (signals.saysStorage(text.full)) return as("storage", kindOf(row, "usage"), "storage-text");
  if (category === "networking") return as("network", kindOf(row, "usage"), "network-category");
  if (signals.saysNetwork(text.full)) return as("network", kindOf(row, "usage"), "network-text");
  return computeOf(row, text) ?? as("unclassified", kindOf(row, "usage"), "unclassified");
}

/** Rules 6 and 7: host before accelerator, except that a price which names the card contains its host and stays whole. */
function computeOf(row: BillRow, text: RowTexts): Classification | null {
  const namesCard = signals.saysGpu(text.sku) || signals.saysGpu(text.details);
  const gpuInstance = signals.namesGpuInstance(text.sku) || signals.namesGpuInstance(text.details);
  const saysCpu = signals.saysCpu(text.sku);
  if (!namesCard && !gpuInstance) {
    if (saysCpu) return as("host", kindOf(row, "usage"), "cpu-text");
    if (signals.namesCpuInstance(text.sku) || signals.namesCpuInstance(text.details)) {
      return as("host", kindOf(row, "usage"), "cpu-instance");
    }
    if (signals.saysServerlessCpu(text.full)) return as("host", kindOf(row, "usage"), "cpu-serverless");
  }
  const accelerator = (rule: RuleCode, bundledHost: boolean): Classification =>
    as("accelerator", kindOf(row, "usage"), rule, { bundledHost });
  if (gpuInstance) return accelerator("gpu-instance", true);
  if (namesCard) return accelerator("gpu-text", saysCpu);
  if (signals.saysCapacityBlock(text.full)) return accelerator("capacity-block", false);
  if (signals.saysGpu(text.service)) return accelerator("gpu-service", false);
  if (signals.saysInferenceTokens(text.full)) {
    return as("accelerator", kindOf(row, "managed_api_bundled"), "inference-tokens");
  }
  return null;
}

/** What happened, apart from what was bought. */
function kindOf(row: BillRow, plain: Kind): Kind {
  if (row.statedKind !== null) return row.statedKind;
  if (row.correction || row.rowType === "correction" || row.chargeCategory === "Adjustment") return "correction";
  if (row.chargeCategory === "Purchase" && (row.commitmentId !== null || row.capacityId !== null)) {
    return "commitment_purchase";
  }
  if (row.commitmentStatus === "Unused") return "commitment_unused";
  if (row.capacityStatus === "Unused") return "capacity_unused";
  return plain;
}

/** A person's assignment for the row, if one fits. */
export function assignedBy(row: BillRow, assignments: readonly Assignment[]): Classification | null {
  const fits = (wanted: string | undefined, actual: string | null): boolean =>
    wanted === undefined || wanted === actual;
  const hit = assignments.find(
    (a) =>
      (a.record === undefined || a.record === row.record) &&
      fits(a.sku, row.sku) &&
      fits(a.meter, row.skuMeter) &&
      fits(a.service, row.serviceName),
  );
  return hit ? as(hit.component, hit.kind ?? kindOf(row, "usage"), "assigned-by-person") : null;
}

/**
 * Second look at rows that no rule knew: unused hours and purchases take the component of the usage that the same
 * commitment covers, corrections that of the resource they correct, when that is one component only.
 */
export function inherit(rows: readonly BillRow[], found: readonly Classification[]): Classification[] {
  const byCommitment = new Map<string, Set<AnyComponent>>();
  const byResource = new Map<string, Set<AnyComponent>>();
  const note = (map: Map<string, Set<AnyComponent>>, key: string, component: AnyComponent): void => {
    const set = map.get(key);
    if (set) set.add(component);
    else map.set(key, new Set([component]));
  };
  for (const [i, row] of rows.entries()) {
    const c = found[i];
    if (!c || c.component === "unclassified" || c.component === "tax" || c.component === "credit") continue;
    if (row.commitmentId !== null) note(byCommitment, row.commitmentId, c.component);
    if (row.resource !== null && !row.correction) note(byResource, row.resource, c.component);
  }
  const only = (set: Set<AnyComponent> | undefined): AnyComponent | null =>
    set?.size === 1 ? (set.values().next().value ?? null) : null;
  return rows.map((row, i) => {
    const c = found[i] ?? as("unclassified", "usage", "unclassified");
    if (c.component !== "unclassified" || c.notCounted !== null) return c;
    const commitment = row.commitmentId === null ? null : only(byCommitment.get(row.commitmentId));
    if (commitment !== null) return { ...c, component: commitment, rule: "inherited-from-commitment" };
    const resource = row.correction && row.resource !== null ? only(byResource.get(row.resource)) : null;
    return resource === null ? c : { ...c, component: resource, rule: "inherited-from-resource" };
  });
}
