import type { Plan } from "@/lib/boundary/plan";
import { missingFields } from "@/lib/brief/completeness";
import type { BriefContent } from "@/lib/brief/schema";
import type { Judgement } from "./criterion";
import type { GateResult } from "./gates";
import type { AreaId, CheckId } from "./names";

/** METHOD 7, in order. */
export const READINESS = ["brief", "boundary", "image", "load", "alerts", "stop", "cost", "fallback"] as const;
export type ReadinessId = (typeof READINESS)[number];

/** Where on the review an open item is settled; words are `acceptance.readiness.open.<code>`. */
export type OpenCode =
  | "brief-fields"
  | "area-boundary"
  | "image-not-shown"
  | "restore-not-tested"
  | "load-gate"
  | "load-checks"
  | "alerts-not-tried"
  | "health-not-shown"
  | "stop-not-tried"
  | "cost-not-shown"
  | "recovery-not-shown";

export interface OpenPoint {
  readonly code: OpenCode;
  /** Part of the review's page. */
  readonly at: string;
  /** Open fields or untested things, where they are counted. */
  readonly count: number;
}

export interface ReadinessItem {
  readonly id: ReadinessId;
  readonly ready: boolean;
  readonly open: readonly OpenPoint[];
}

export interface ReadinessInput {
  readonly brief: BriefContent;
  readonly plan: Plan;
  readonly areas: Readonly<Record<AreaId, Judgement>>;
  readonly checks: Readonly<Record<CheckId, Judgement>>;
  readonly gates: readonly GateResult[];
}

const settled = (j: Judgement): boolean => j.state === "passed" || j.state === "not-applicable";
const point = (code: OpenCode, at: string, count = 1): OpenPoint => ({ code, at, count });
const unless = (met: boolean, open: OpenPoint): OpenPoint[] => (met ? [] : [open]);

const KEPT = ["weights", "compiledArtefacts", "caches", "checkpoints", "outputs"] as const;

/** Things that the brief keeps beyond the rental, and of which no restore was tested. */
function untestedRestores({ persist }: BriefContent): number {
  return KEPT.filter((what) => persist[`${what}Fate`] === "kept" && persist[`${what}Restore`] !== "tested").length;
}

function criterionPassed(j: Judgement, id: string): boolean {
  const own = j.criteria.filter((c) => c.id === id);
  return own.length > 0 && own.every((c) => c.state === "passed");
}

/** An item of a gate that was run and passed, in its last attempt. */
function itemPassed(gates: readonly GateResult[], gate: GateResult["gate"], id: string): boolean {
  return gates.find((g) => g.gate === gate)?.items.find((i) => i.id === id)?.state === "passed";
}

/**
 * The eight points of readiness, each read off what the review holds: nothing is ticked by hand. An open one names what
 * is open.
 */
export function judgeReadiness({ brief, plan, areas, checks, gates }: ReadinessInput): ReadinessItem[] {
  const gaps = missingFields(brief).length;
  const restores = untestedRestores(brief);
  const rented = plan.boundary !== "managed-api";
  const load = gates.find((g) => g.gate === "load")?.state === "passed";
  const shown = settled(checks.throughput) && settled(checks.tail);
  const open: Readonly<Record<ReadinessId, readonly OpenPoint[]>> = {
    brief: unless(gaps === 0 && plan.owner.trim() !== "", point("brief-fields", "area-workload-contract", gaps)),
    boundary: unless(settled(areas["allocation-boundary"]), point("area-boundary", "area-allocation-boundary")),
    image: [
      ...unless(
        !rented || criterionPassed(areas["hardware-identity"], "image-digest"),
        point("image-not-shown", "area-hardware-identity"),
      ),
      ...unless(restores === 0, point("restore-not-tested", "area-recovery", restores)),
    ],
    load: [...unless(load, point("load-gate", "gates")), ...unless(shown, point("load-checks", "checks"))],
    alerts: [
      ...unless(itemPassed(gates, "failure", "alerts"), point("alerts-not-tried", "gates")),
      ...unless(settled(areas["node-readiness"]), point("health-not-shown", "area-node-readiness")),
    ],
    stop: unless(criterionPassed(checks["cost-control"], "stop-rule"), point("stop-not-tried", "checks")),
    cost: unless(settled(areas["cost-record"]), point("cost-not-shown", "area-cost-record")),
    fallback: unless(settled(areas.recovery), point("recovery-not-shown", "area-recovery")),
  };
  return READINESS.map((id) => ({ id, ready: open[id].length === 0, open: open[id] }));
}
