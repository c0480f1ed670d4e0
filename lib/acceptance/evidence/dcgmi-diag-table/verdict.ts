import { sortedNumbers } from "../distinct";
import type { DiagTable, Status, TestRow } from "./rows";

export type DiagResult = "pass" | "warn" | "fail" | "inconclusive" | "incomplete" | "error" | "inconsistent";

const has = (test: TestRow, status: Status): boolean =>
  test.statuses.some((s) => s.status === status) || test.entities.some((e) => e.status === status);

export const testsWith = (table: DiagTable, ...statuses: readonly Status[]): string[] => [
  ...new Set(table.tests.filter((t) => statuses.some((s) => has(t, s))).map((t) => t.name)),
];

const gpuOf = (entity: string): number[] => (/^GPU\s?\d+$/.test(entity) ? [Number(entity.replace(/\D/g, ""))] : []);

/** Cards of the rows with this status: named in the row, in a row of their own, or all of them. */
function gpusWith(table: DiagTable, status: Status, count: number | null): number[] {
  const all = count === null ? [] : Array.from({ length: count }, (_, i) => i);
  return table.tests.flatMap((t) => [
    ...t.statuses.flatMap((s) => (s.status !== status ? [] : s.gpus === "all" ? all : (s.gpus ?? []))),
    ...t.entities.flatMap((e) => (e.status === status ? gpuOf(e.entity) : [])),
  ]);
}

/** Cards that failed: by a row, and where a failure names no card, by its message. */
export function failedGpus(table: DiagTable, count: number | null): number[] {
  const stated = gpusWith(table, "Fail", count);
  const told = table.messages
    .filter((m) => m.kind === "Error" || (m.kind === "Warning" && stated.length === 0))
    .flatMap((m) => [...m.text.matchAll(/\bGPU (\d+)\b/g)].map((g) => Number(g[1])));
  return sortedNumbers([...stated, ...told]);
}

/** Cards that passed at least one test and failed none. */
export function passedGpus(table: DiagTable, count: number | null): number[] {
  const failed = new Set(failedGpus(table, count));
  return sortedNumbers(gpusWith(table, "Pass", count).filter((g) => !failed.has(g)));
}

const LEVELS: readonly (readonly [number, RegExp])[] = [
  [4, /^(?:pulse|memtest)/i],
  [3, /^(?:diagnostic|targeted|memory[ _]bandwidth|sm stress|nvbandwidth|eud)/i],
  [2, /^(?:gpu memory|memory|pcie)$/i],
];

/** Level of the run: from the command where the paste shows it, else from the tests; null for a piece of a table. */
export function levelOf(table: DiagTable, command: string | null): number | null {
  const asked = command === null ? undefined : /(?:-r|--run)[ =]+"?([1-4])\b/.exec(command)?.[1];
  if (asked !== undefined) return Number(asked);
  if (!table.header || !table.footer) return null;
  for (const [level, name] of LEVELS) if (table.tests.some((t) => name.test(t.name))) return level;
  return table.tests.length > 0 ? 1 : null;
}

/** Tests of the deployment check the software; all others exercise the card. */
const isHardware = (test: TestRow): boolean => test.section !== null && test.section !== "Deployment";

/**
 * The verdict that the rows allow. "Successfully ran diagnostic" is printed even when tests fail; an error can stand
 * without a status; where every hardware test was skipped nothing was measured.
 */
export function resultOf(table: DiagTable, elided: boolean, toolError: string | null): DiagResult {
  const failed = testsWith(table, "Fail").length > 0 || table.messages.some((m) => m.kind === "Error");
  if (failed) return "fail";
  if (table.tests.length === 0) return toolError === null ? "incomplete" : "error";
  if (!table.header || !table.footer || elided || table.strange.length > 0) return "incomplete";
  if (new Set(table.tests.map((t) => t.name)).size < table.tests.length) return "inconsistent";
  if (testsWith(table, "Warn").length > 0) return "warn";
  const hardware = table.tests.filter(isHardware);
  const judged = hardware.length > 0 ? hardware : table.tests;
  return judged.some((t) => has(t, "Pass")) ? "pass" : "inconclusive";
}
