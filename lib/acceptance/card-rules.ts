import { canonicalJson } from "@/lib/digest/canonical";
import { AREA_ROWS, STATEMENT_IDS } from "./areas";
import type { Attempt, Card, RunGateId } from "./schema";
import { optimisationFault, type TuningFault } from "./tuning";

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
    | "attempt-future"
    | TuningFault;
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

const same = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

/** Both logs only grow: an entry stays as it was written, but that a bottleneck is removed, in words. */
function tuningFaults(before: Card, after: Card): CardFault[] {
  const faults: CardFault[] = [];
  const add = (at: string, n: number, code: CardFault["code"]) => faults.push({ path: `${at}.${n}`, code });
  for (const at of ["optimisations", "bottlenecks"] as const)
    if (after[at].length < before[at].length) add(at, after[at].length, "entry-gone");
  after.optimisations.forEach((o, n) => {
    const was = before.optimisations[n];
    const fault = was === undefined ? optimisationFault(o) : same(was, o) ? null : "entry-changed";
    if (fault) add("optimisations", n, fault);
  });
  after.bottlenecks.forEach((b, n) => {
    const was = before.bottlenecks[n];
    const opened = was !== undefined && !was.removed && same({ ...b, removed: false, how: was.how }, was);
    if (was !== undefined && !same(was, b) && !opened) add("bottlenecks", n, "entry-changed");
    if (b.removed && b.how.trim() === "") add("bottlenecks", n, "how-needed");
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
    ...tuningFaults(before, after),
    ...RUN_GATES.flatMap((g) => attemptFaults(g, before.gates[g], after.gates[g], now)),
  ];
}
