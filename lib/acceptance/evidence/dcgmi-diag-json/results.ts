import type { DiagResult } from "../dcgmi-diag-table/verdict";

export interface JsonTest {
  readonly name: string;
  readonly category: string | null;
  /** One status for each result; the summary of a test apart. */
  readonly statuses: readonly string[];
  readonly summary: string | null;
  readonly failedGpus: readonly number[];
  readonly messages: readonly string[];
}

export interface JsonDiag {
  readonly root: string;
  readonly version: string | null;
  readonly driver: string | null;
  readonly tests: readonly JsonTest[];
  readonly entityCount: number | null;
  /** Error texts outside the tests. */
  readonly errors: readonly string[];
}

type Dict = Readonly<Record<string, unknown>>;

const isDict = (v: unknown): v is Dict => typeof v === "object" && v !== null && !Array.isArray(v);
const dicts = (v: unknown): readonly Dict[] => (Array.isArray(v) ? v.filter(isDict) : isDict(v) ? [v] : []);
const textOf = (v: unknown): string | null => (typeof v === "string" && v !== "" ? v : null);

const ROOTS = ["DCGM GPU Diagnostic", "DCGM Diagnostic"];
const WORDS: Readonly<Record<string, string>> = {
  pass: "Pass",
  passed: "Pass",
  fail: "Fail",
  failed: "Fail",
  warn: "Warn",
  warning: "Warn",
  skip: "Skip",
  skipped: "Skip",
  "not run": "Not Run",
};

const statusOf = (v: unknown): string | null => {
  const text = textOf(v);
  return text === null ? null : (WORDS[text.toLowerCase()] ?? text);
};

/** `gpu_id` or `gpu_ids`, a number or "0,1,2,3"; from version 4 on `entity_id` of the group GPU. */
function gpuIds(result: Dict): number[] {
  const group = result.entity_group;
  const raw =
    group === undefined || group === "GPU" ? (result.gpu_ids ?? result.gpu_id ?? result.entity_id) : undefined;
  if (typeof raw === "number") return [raw];
  return typeof raw === "string" ? (raw.match(/\d+/g) ?? []).map(Number) : [];
}

/** Warnings are texts in version 2 and objects from 3 on. */
function messagesOf(result: Dict): string[] {
  const list = Array.isArray(result.warnings) ? result.warnings : [];
  return list.flatMap((w: unknown) => textOf(w) ?? (isDict(w) ? (textOf(w.warning) ?? textOf(w.message) ?? []) : []));
}

export function testOf(test: Dict, category: string | null): JsonTest {
  const results = dicts(test.results);
  const summary = isDict(test.test_summary) ? statusOf(test.test_summary.status) : null;
  const own = statusOf(test.status);
  return {
    name: textOf(test.name) ?? "",
    category,
    statuses: [
      ...results.flatMap((r) => statusOf(r.status) ?? []),
      ...(results.length === 0 && own !== null ? [own] : []),
    ],
    summary,
    failedGpus: results.flatMap((r) => (statusOf(r.status) === "Fail" ? gpuIds(r) : [])),
    messages: [...results.flatMap(messagesOf), ...(isDict(test.test_summary) ? messagesOf(test.test_summary) : [])],
  };
}

/** Seven or more kinds of a driver's name for the same thing, by version. */
const DRIVER = ["Driver Version Detected", "driver_version", "Driver Version"];
const VERSION = ["version", "DCGM Version", "dcgm_version"];

const firstOf = (places: readonly unknown[], keys: readonly string[]): string | null => {
  for (const place of places) {
    if (!isDict(place)) continue;
    for (const key of keys) {
      const found = textOf(place[key]);
      if (found !== null) return found;
    }
  }
  return null;
};

function errorsOf(root: Dict, whole: Dict): string[] {
  return [root.runtime_error, root.error, root["Runtime Error"], whole.runtime_error, whole.error].flatMap(
    (e) => textOf(e) ?? (isDict(e) ? (textOf(e.message) ?? []) : []),
  );
}

/** The diagnostic in a value, or null when it holds none. A list of iterations gives one for each. */
export function diagnosticsIn(value: unknown): JsonDiag[] {
  if (!isDict(value)) return [];
  if (Array.isArray(value.iterations)) return value.iterations.flatMap(diagnosticsIn);
  const name = ROOTS.find((r) => isDict(value[r]));
  if (name === undefined) return [];
  const root = value[name] as Dict;
  const tests = dicts(root.test_categories).flatMap((c) => dicts(c.tests).map((t) => testOf(t, textOf(c.category))));
  const gpus = dicts(value.entity_groups).filter((g) => g.entity_group === "GPU");
  const entities = gpus.flatMap((g) => dicts(g.entities)).length;
  const places = [root, root.metadata, value.metadata];
  return [
    {
      root: name,
      version: firstOf(places, VERSION),
      driver: firstOf(places, DRIVER),
      tests,
      entityCount: entities > 0 ? entities : null,
      errors: errorsOf(root, value),
    },
  ];
}

const says = (test: JsonTest, status: string): boolean => test.statuses.includes(status) || test.summary === status;

export const jsonTestsWith = (diag: JsonDiag, ...statuses: readonly string[]): string[] => [
  ...new Set(diag.tests.filter((t) => statuses.some((s) => says(t, s))).map((t) => t.name)),
];

const isHardware = (test: JsonTest): boolean => test.category !== null && test.category !== "Deployment";

/** As for the table: any failure fails, a document without tests is an error, skipped hardware tests measure nothing. */
export function jsonResultOf(diag: JsonDiag, toolError: string | null): DiagResult {
  if (jsonTestsWith(diag, "Fail").length > 0) return "fail";
  if (diag.tests.length === 0 || diag.errors.length > 0 || toolError !== null) return "error";
  if (jsonTestsWith(diag, "Warn").length > 0) return "warn";
  const known = diag.tests.every((t) => t.statuses.length > 0 || t.summary !== null);
  if (!known) return "incomplete";
  const hardware = diag.tests.filter(isHardware);
  const judged = hardware.length > 0 ? hardware : diag.tests;
  return judged.some((t) => says(t, "Pass")) ? "pass" : "inconclusive";
}

const LEVELS: readonly (readonly [number, RegExp])[] = [
  [4, /^(?:pulse|memtest)/i],
  [3, /^(?:diagnostic|targeted|memory[ _]bandwidth|sm[ _]stress|nvbandwidth|eud)/i],
];

/**
 * Level of the run by the tests in the document, which does not state it. A single test that was asked for by name is no
 * level: from the second on the tests of the levels below have to be there too; null for a document without tests.
 */
export function levelOf(diag: JsonDiag): number | null {
  if (diag.tests.length === 0) return null;
  const has = (name: RegExp) => diag.tests.some((t) => name.test(t.name));
  const second = has(/^(?:gpu[ _])?memory$/i) && has(/^pcie$/i);
  if (!second) return 1;
  return LEVELS.find(([level, name]) => has(name) && (level === 3 || has(LEVELS[1]?.[1] ?? name)))?.[0] ?? 2;
}
