import type { Judgement } from "./criterion";
import type { GateResult } from "./gates";
import type { AreaId, CheckId, Decision } from "./names";

export type Overall = "passed" | "failed" | "not-evidenced";

export interface VerdictInput {
  readonly areas: Readonly<Record<AreaId, Pick<Judgement, "state">>>;
  readonly checks: Readonly<Record<CheckId, Pick<Judgement, "state">>>;
  readonly gates: readonly Pick<GateResult, "gate" | "state">[];
}

/** The one place where a verdict is made: any failure fails, anything open is not evidenced, else passed. */
export function deriveVerdict({ areas, checks, gates }: VerdictInput): Overall {
  const states = [...Object.values(areas), ...Object.values(checks)].map((j) => j.state);
  const run = gates.filter((g) => g.gate !== "review").map((g) => g.state);
  if (states.includes("failed") || run.includes("failed")) return "failed";
  return states.includes("not-evidenced") || run.length < 4 || run.some((s) => s !== "passed")
    ? "not-evidenced"
    : "passed";
}

export type DecisionRefusal = "CONDITIONS_NEEDED" | "FAILED_CANNOT_GROW";

/**
 * What an approver may decide on a verdict: a failed review cannot be reserved, dedicated or scaled; to go on with
 * anything that is not passed takes written conditions. Stopping is always possible.
 */
export function decisionRefusal(
  decision: Decision,
  verdict: Overall,
  conditions: string | null,
): DecisionRefusal | null {
  if (decision === "stop" || verdict === "passed") return null;
  const grows = decision === "reserve" || decision === "dedicate" || decision === "scale";
  if (verdict === "failed" && grows) return "FAILED_CANNOT_GROW";
  return (conditions ?? "").trim() === "" ? "CONDITIONS_NEEDED" : null;
}
