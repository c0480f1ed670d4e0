import { canonicalJson } from "@/lib/digest/canonical";
import { AREA_ROWS, STATEMENT_IDS } from "./areas";
import type { Attempt, Card, RunGateId } from "./schema";

export interface CardFault {
  /** Path inside the card, joined by dots. */
  readonly path: string;
  readonly code:
    | "unknown-statement"
    | "never-waived"
    | "reason-needed"
    | "attempt-gone"
    | "attempt-closed"
    | "attempt-order"
    | "attempt-future";
}

const RUN_GATES: readonly RunGateId[] = ["smoke", "functional", "load", "failure"];

/** A closed attempt stays as it was; the next one begins after it, so that its evidence cannot serve twice. */
function attemptFaults(gate: RunGateId, before: readonly Attempt[], after: readonly Attempt[], now: string) {
  const faults: CardFault[] = [];
  const add = (code: CardFault["code"], n: number) => faults.push({ path: `gates.${gate}.${n}`, code });
  if (after.length < before.length) add("attempt-gone", after.length);
  after.forEach((a, n) => {
    const was = before[n];
    const previous = after[n - 1];
    const kept = was !== undefined && canonicalJson(was) === canonicalJson(a);
    if (was !== undefined && !kept && (was.endedAt !== null || was.startedAt !== a.startedAt)) add("attempt-closed", n);
    if (kept) return;
    if (a.endedAt !== null && Date.parse(a.endedAt) < Date.parse(a.startedAt)) add("attempt-order", n);
    if (previous && (previous.endedAt === null || Date.parse(a.startedAt) < Date.parse(previous.endedAt)))
      add("attempt-order", n);
    if (Date.parse(a.endedAt ?? a.startedAt) > Date.parse(now)) add("attempt-future", n);
  });
  return faults;
}

/** What a changed card may not do: waive what is never waived, name unknown items, or rewrite a closed attempt. */
export function cardFaults(before: Card, after: Card, now: string): CardFault[] {
  const always = new Set(AREA_ROWS.filter((r) => r.always).map((r) => r.area));
  const unknown = Object.keys(after.statements).filter((id) => !STATEMENT_IDS.includes(id));
  return [
    ...unknown.map((id): CardFault => ({ path: `statements.${id}`, code: "unknown-statement" })),
    ...after.notApplicable.flatMap((n): CardFault[] => {
      if (always.has(n.area)) return [{ path: `notApplicable.${n.area}`, code: "never-waived" }];
      return n.reason.trim() === "" ? [{ path: `notApplicable.${n.area}`, code: "reason-needed" }] : [];
    }),
    ...RUN_GATES.flatMap((g) => attemptFaults(g, before.gates[g], after.gates[g], now)),
  ];
}
