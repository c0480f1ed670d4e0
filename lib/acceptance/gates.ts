import type { BriefContent } from "@/lib/brief/schema";
import { DATA_PROTECTION_STATEMENTS } from "./areas";
import type { Basis, Judgement, Reason, ReasonCode } from "./criterion";
import { LOAD_FORMATS } from "./load-result";
import { type CheckId, GATES, type GateId } from "./names";
import type { Attempt, Card, RunGateId } from "./schema";
import type { EvidenceItem, Selection } from "./selection";
import { startLogsFor } from "./start-logs";
import { gainOf, openBottlenecks } from "./tuning";

/** One line of a gate's checklist. */
export interface GateItem {
  readonly id: string;
  readonly labelKey: string;
  /** Evidence that settles it when read whole in this gate. */
  readonly formats: readonly string[];
  /** A check that settles it. */
  readonly check: CheckId | null;
  /** A log of the card that settles it. */
  readonly log: "optimisations" | "bottlenecks" | null;
}

export interface GateItemResult extends GateItem {
  readonly state: "passed" | "failed" | "not-evidenced";
  readonly basis: Basis;
  readonly reason: Reason | null;
  readonly evidenceIds: readonly string[];
  readonly note: string;
}

export type GateState = "closed" | "open" | "passed" | "failed";

export interface GateResult {
  readonly gate: GateId;
  readonly state: GateState;
  /** What opens a closed gate: `data-protection`, or the gate before it. */
  readonly opensWhen: GateId | "data-protection" | null;
  readonly items: readonly GateItemResult[];
  readonly attempts: readonly Attempt[];
}

function item(id: string, formats: readonly string[] = [], check: CheckId | null = null): GateItem {
  return { id, labelKey: `acceptance.items.${id}`, formats, check, log: null };
}

/** Listings that show the cards of a machine by themselves. */
const CARD_LISTS: readonly string[] = [
  "nvidia-smi-L",
  "nvidia-smi-table",
  "nvidia-smi-q",
  "nvidia-smi-q-x",
  "nvidia-smi-csv",
  "dcgmi-discovery",
  "rocm-smi",
];

/** The checklist of a gate for this brief: only what the kind of work can show. */
export function checklistOf(gate: GateId, brief: BriefContent): GateItem[] {
  const { runKind, engine } = brief.memoryShape;
  const serving = runKind === "serve";
  const log = serving ? startLogsFor(engine) : [];
  const bench = serving ? [...LOAD_FORMATS] : [];
  const learning = brief.kind === "training" || brief.kind === "fine-tuning";
  const interactive = brief.kind === "interactive-inference";
  if (gate === "smoke") {
    return [
      item("exact-image"),
      item("card-visible", CARD_LISTS),
      item("framework-context", log),
      item("artefacts-load", log),
      item("dependencies-only"),
      item("end-to-end-result"),
    ];
  }
  if (gate === "functional") {
    const checkpoint = learning ? [item("checkpoint-restored")] : [];
    return [item("known-input"), item("output-format"), item("safety-logic"), item("version-pinning"), ...checkpoint];
  }
  if (gate === "load") {
    return [
      item("realistic-mix", bench),
      ...(interactive ? [item("queue"), item("cold-and-warm")] : []),
      ...(log.length > 0
        ? [item("start-up", [], "startup"), item("memory-headroom", [], "memory")]
        : [item("start-up"), item("memory-headroom")]),
      ...(bench.length > 0 || learning ? [item("throughput", [], "throughput")] : [item("throughput")]),
      ...(interactive ? [item("tail", [], "tail")] : []),
      item("errors-and-retries"),
    ];
  }
  if (gate === "failure") {
    return [
      item("stop-a-worker"),
      item("restart"),
      item("lose-a-cache"),
      item("lose-a-dependency"),
      ...(brief.capacityVanishes.interruption === "with-checkpoint" ? [item("checkpoints")] : []),
      item("retries"),
      item("alerts"),
      ...(interactive ? [item("what-users-see")] : []),
      item("stop-rule"),
    ];
  }
  return [item("results-against-brief")];
}

export interface GateInput {
  readonly brief: BriefContent;
  readonly card: Card;
  readonly selection: Selection;
  /** Every stored file, read or not. */
  readonly stored: readonly EvidenceItem[];
  readonly checks: Readonly<Record<CheckId, Judgement>>;
}

/** Agreement, residency and encryption are evidenced before smoke where personal data is used. */
export function dataProtectionAnswered({ brief, card, stored }: Pick<GateInput, "brief" | "card" | "stored">): boolean {
  if (brief.dataBoundary.personalData !== "yes") return true;
  const known = new Set(stored.map((e) => e.id));
  return DATA_PROTECTION_STATEMENTS.every((id) => {
    const s = card.statements[id];
    return s !== undefined && s.text.trim() !== "" && s.evidenceIds.some((e) => known.has(e));
  });
}

/** What the two logs of the card add to the load gate, once there is something in them. */
function logItems({ card }: GateInput): GateItemResult[] {
  const result = (log: "optimisations" | "bottlenecks", open: ReasonCode | null): GateItemResult => ({
    ...item(log),
    log,
    state: open === null ? "passed" : "not-evidenced",
    basis: "stated",
    reason: open === null ? null : { code: open, params: {} },
    evidenceIds: [],
    note: "",
  });
  const fell = card.optimisations.some((o) => gainOf(o).unexplained);
  const open = openBottlenecks(card.bottlenecks).length > 0;
  return [
    ...(card.optimisations.length > 0 ? [result("optimisations", fell ? "quality-fell" : null)] : []),
    ...(card.bottlenecks.length > 0 ? [result("bottlenecks", open ? "bottleneck-open" : null)] : []),
  ];
}

function judgeItem(line: GateItem, gate: RunGateId, input: GateInput): GateItemResult {
  const tick = input.card.gates[gate].at(-1)?.items[line.id];
  const note = tick?.note ?? "";
  const result = (
    state: GateItemResult["state"],
    basis: Basis,
    code: ReasonCode | null,
    evidenceIds: readonly string[] = [],
  ): GateItemResult => ({
    ...line,
    state,
    basis,
    reason: code === null ? null : { code, params: {} },
    evidenceIds,
    note,
  });
  if (tick?.done === false && note.trim() !== "")
    return result("failed", "stated", "tried-without-success", tick.evidenceIds);
  if (line.check !== null) {
    const judged = input.checks[line.check];
    const state = judged.state === "not-applicable" ? "passed" : judged.state;
    return { ...result(state, judged.basis, null, judged.evidenceIds), reason: judged.reasonToPause };
  }
  if (line.id === "realistic-mix" && input.brief.samples.synthetic === "all") {
    return result("not-evidenced", "facts", "synthetic-only");
  }
  if (line.formats.length > 0) {
    const read = input.selection.counted.filter((e) => e.gate === gate && line.formats.includes(e.format ?? ""));
    return read.length > 0
      ? result(
          "passed",
          "facts",
          null,
          read.map((e) => e.id),
        )
      : result("not-evidenced", "facts", "no-evidence");
  }
  if (tick?.done === true && note.trim() !== "") return result("passed", "stated", null, tick.evidenceIds);
  return result("not-evidenced", "stated", tick?.done === true ? "done-without-a-word" : "no-evidence");
}

function stateOf(items: readonly GateItemResult[], last: Attempt | undefined): GateState {
  if (last === undefined || last.endedAt === null) return "open";
  if (last.outcome === "failed" || items.some((i) => i.state === "failed")) return "failed";
  return last.outcome === "passed" && items.every((i) => i.state === "passed") ? "passed" : "open";
}

/** The five gates in order: each opens when the one before is passed; a failed one can be run again. */
export function judgeGates(input: GateInput): GateResult[] {
  let opensWhen: GateResult["opensWhen"] = dataProtectionAnswered(input) ? null : "data-protection";
  return GATES.map((gate): GateResult => {
    const lines = checklistOf(gate, input.brief);
    if (gate === "review") {
      const items = lines.map(
        (l): GateItemResult => ({
          ...l,
          state: "not-evidenced",
          basis: "record",
          reason: null,
          evidenceIds: [],
          note: "",
        }),
      );
      return { gate, state: opensWhen === null ? "open" : "closed", opensWhen, items, attempts: [] };
    }
    const attempts = input.card.gates[gate];
    const items = [...lines.map((l) => judgeItem(l, gate, input)), ...(gate === "load" ? logItems(input) : [])];
    const state = opensWhen === null ? stateOf(items, attempts.at(-1)) : "closed";
    const result = { gate, state, opensWhen, items, attempts };
    if (opensWhen === null && state !== "passed") opensWhen = gate;
    return result;
  });
}

/** The gate of which an attempt is running, if any. */
export function runningGate({ gates }: Pick<Card, "gates">): RunGateId | null {
  const run: readonly RunGateId[] = ["smoke", "functional", "load", "failure"];
  return run.find((g) => gates[g].at(-1)?.endedAt === null) ?? null;
}
