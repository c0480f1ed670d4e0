import type { Plan } from "@/lib/boundary/plan";
import type { BriefContent } from "@/lib/brief/schema";
import type { Estimate } from "@/lib/memory/answer";
import { judgeChecks } from "./checks";
import type { Judgement } from "./criterion";
import { dataProtectionAnswered, type GateResult, judgeGates } from "./gates";
import { type AreaInput, judgeAreas } from "./judge-areas";
import { type Comparison, estimateAgainstMeasured } from "./measured";
import { AREAS, type AreaId, CHECKS, type CheckId } from "./names";
import { judgeReadiness, type ReadinessItem } from "./readiness";
import { type Remedy, remediesFor } from "./remedies";
import type { Card } from "./schema";
import { type EvidenceItem, type EvidenceWindow, type NotCounted, selectEvidence } from "./selection";
import { type Sweep, sweepsOf } from "./sweep";
import { deriveVerdict, type Overall } from "./verdict";

export interface JudgeInput {
  readonly brief: BriefContent;
  /** The offer stands in the plan as a snapshot. */
  readonly plan: Plan;
  readonly card: Card;
  readonly evidence: readonly EvidenceItem[];
  /** The trial rental's time; null while there is none, "not-given" for a caller that knows of no rental. */
  readonly window: EvidenceWindow;
  readonly estimate: Estimate | null;
  readonly ledger: AreaInput["ledger"];
  readonly spent: AreaInput["spent"];
  /** The instant of judging, ISO text. Absent: a trial that was not ended is running, never overdue. */
  readonly now?: string | null;
}

interface Remedied {
  /** What may help, cheapest first; empty unless it failed. */
  readonly remedies: readonly Remedy[];
}
export type AreaJudgement = Judgement & Remedied & { readonly area: AreaId };
export type CheckJudgement = Judgement & Remedied & { readonly check: CheckId };
export type GateJudgement = GateResult & Remedied;

export interface Judged {
  readonly areas: readonly AreaJudgement[];
  readonly checks: readonly CheckJudgement[];
  readonly gates: readonly GateJudgement[];
  readonly verdict: Overall;
  readonly dataProtectionAnswered: boolean;
  readonly notCounted: readonly { readonly id: string; readonly because: NotCounted }[];
  readonly measured: readonly Comparison[];
  readonly readiness: readonly ReadinessItem[];
  readonly sweeps: readonly Sweep[];
}

/** A failed gate is mended where the checks are mended that failed it. */
function gateRemedies(g: GateResult, checks: Readonly<Record<CheckId, Judgement>>, input: JudgeInput): Remedy[] {
  if (g.state !== "failed") return [];
  const failing = g.items.flatMap((i) => (i.state === "failed" && i.check !== null ? checks[i.check].criteria : []));
  return remediesFor(failing, input);
}

/**
 * The verdict on a review, area by area and check by check. Only evidence that was read whole, inside the trial and of
 * the current attempt can pass anything; what is missing, cut, undated or contradictory stays not evidenced.
 */
export function judge(input: JudgeInput): Judged {
  const { brief, plan, card, evidence, window, ledger, spent } = input;
  const selection = selectEvidence(evidence, card, window);
  const shared = { brief, plan, card, selection, window, spent, now: input.now ?? null };
  const checks = judgeChecks(shared);
  const areas = judgeAreas({ ...shared, ledger });
  const stored = evidence;
  const gates = judgeGates({ brief, card, selection, stored, checks });
  return {
    areas: AREAS.map((area) => ({ area, ...areas[area], remedies: remediesFor(areas[area].criteria, input) })),
    checks: CHECKS.map((check) => ({ check, ...checks[check], remedies: remediesFor(checks[check].criteria, input) })),
    gates: gates.map((g) => ({ ...g, remedies: gateRemedies(g, checks, input) })),
    verdict: deriveVerdict({ areas, checks, gates }),
    dataProtectionAnswered: dataProtectionAnswered({ brief, card, stored }),
    notCounted: selection.notCounted,
    measured: estimateAgainstMeasured(input.estimate, selection),
    readiness: judgeReadiness({ brief, plan, areas, checks, gates }),
    sweeps: sweepsOf(brief, plan, selection),
  };
}
