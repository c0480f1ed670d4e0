import type { CleanedText } from "../clean";
import { countBy, sortedNumbers } from "../distinct";
import { scanJson } from "../json-values";
import { earlier } from "../payloads";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, unreadLine } from "../unread";
import { diagnosticsIn, type JsonDiag, jsonResultOf, jsonTestsWith, levelOf, testOf } from "./results";

const AROUND = /^Successfully ran diagnostic for group\.$|^Defaulted container |^Executing in Pod /;
const TOOL_ERROR = /^Error: |Unable to (?:complete|run) diagnostic/;
/** Exit codes are negative numbers seen as bytes; only what a paste states is known. */
const EXIT_CODE = /\bexit(?:ed with)?(?: code| status)?[ :=]+(\d{1,3})\b/i;

interface Found {
  readonly diagnostics: readonly JsonDiag[];
  /** A piece cut out of a document: one test, or several. */
  readonly fragment: boolean;
  readonly wellFormed: boolean;
  readonly outside: readonly { readonly number: number; readonly text: string }[];
}

type Dict = Readonly<Record<string, unknown>>;
const isDict = (v: unknown): v is Dict => typeof v === "object" && v !== null && !Array.isArray(v);

function find(text: string, cleaned: CleanedText): Found {
  const scan = scanJson(text);
  const diagnostics = scan.payloads.flatMap((p) => diagnosticsIn(p.value));
  const pieces = scan.payloads.flatMap((p) => (isDict(p.value) && Array.isArray(p.value.results) ? [p.value] : []));
  const fragment = diagnostics.length === 0 && pieces.length > 0;
  const piece: JsonDiag = {
    root: "",
    version: null,
    driver: null,
    tests: pieces.map((t) => testOf(t, null)),
    entityCount: null,
    errors: [],
  };
  return {
    diagnostics: fragment ? [piece] : diagnostics,
    fragment,
    wellFormed:
      !fragment && !scan.truncated && scan.payloads.length > 0 && scan.payloads.every((p) => p.value !== null),
    outside: scan.outside.map((o) => ({ number: cleaned.lines[o.lineIndex]?.number ?? 0, text: o.text })),
  };
}

function factsOf(diag: JsonDiag | null, found: Found, error: string | null, exitCode: number | null): Facts {
  const statuses = diag?.tests.flatMap((t) => t.statuses) ?? [];
  return {
    root: diag === null || diag.root === "" ? null : diag.root,
    version: diag?.version ?? null,
    driver: diag?.driver ?? null,
    gpus: diag?.entityCount ?? null,
    status_counts: diag === null ? null : countBy(statuses),
    failed_or_warned_tests: diag === null ? null : jsonTestsWith(diag, "Fail", "Warn"),
    skipped: diag === null ? null : jsonTestsWith(diag, "Skip", "Not Run"),
    failed_gpus: diag === null ? null : sortedNumbers(diag.tests.flatMap((t) => t.failedGpus)),
    tests: diag?.tests.length ?? null,
    level: diag === null || !found.wellFormed || found.fragment ? null : levelOf(diag),
    messages: diag?.tests.flatMap((t) => t.messages.map((text) => ({ test: t.name, text }))) ?? [],
    result: diag === null ? "error" : jsonResultOf(diag, error),
    well_formed: found.wellFormed,
    fragment: found.fragment,
    truncated: !found.wellFormed && !found.fragment,
    exit_code: exitCode,
    error: error ?? diag?.errors[0] ?? null,
  };
}

function warningsOf(facts: Facts): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (facts.error !== null) add("TOOL_ERROR", `dcgmi reports: ${facts.error}`);
  else if (facts.result === "error") add("NO_TESTS", "the document holds no test: nothing was run");
  if (facts.result === "fail") add("DIAGNOSTIC_FAILED", `failed: ${String(facts.failed_or_warned_tests)}`);
  if (facts.result === "warn") add("DIAGNOSTIC_WARNED", `warned: ${String(facts.failed_or_warned_tests)}`);
  if (facts.result === "inconclusive")
    add("NOTHING_TESTED", "every test of the hardware was skipped: nothing was measured");
  if (facts.fragment === true) add("FRAGMENT", "a piece of a document: the other tests are not shown");
  if (facts.truncated === true) add("TRUNCATED", "the file ends before its last value does: nothing in it is judged");
  return list;
}

/** A test that stands twice in one document: two documents run into each other. */
const repeats = (diag: JsonDiag): boolean =>
  new Set(diag.tests.map((t) => `${t.category}/${t.name}`)).size < diag.tests.length;

function read(text: string, cleaned: CleanedText): Reading {
  const found = find(text, cleaned);
  const diag = found.diagnostics.at(-1) ?? null;
  const around = found.outside.filter((o) => !AROUND.test(o.text.trim()) && !isPrompt(o.text.trim()));
  const error = around.find((o) => TOOL_ERROR.test(o.text.trim()))?.text.trim() ?? null;
  const code = found.outside.map((o) => EXIT_CODE.exec(o.text.slice(0, 500))?.[1]).find((c) => c !== undefined);
  const exitCode = code === undefined ? null : Number(code);
  const facts = factsOf(diag, found, error, exitCode);
  const passed = facts.result === "pass" || facts.result === "warn";
  const whole = found.wellFormed && !found.fragment && diag !== null && !repeats(diag);
  return {
    tool: "dcgmi diag",
    toolVersion: diag?.version ?? null,
    facts,
    unread: around.map(unreadLine),
    warnings: warningsOf(facts),
    complete: whole && passed && error === null && (exitCode ?? 0) === 0,
    others: earlier(found.diagnostics).map((d) => factsOf(d, found, null, null)),
  };
}

function recognise(text: string): number {
  if (/"DCGM (?:GPU )?Diagnostic"\s*:/.test(text)) return 0.97;
  const piece = text.includes('"entity_group_id"') && text.includes('"results"') && text.includes('"status"');
  return piece ? 0.8 : 0;
}

/** `dcgmi diag -j`, versions 2 to 4. It says what that run saw, on that day. */
export const reader: EvidenceReader = { format: "dcgmi-diag-json", recognise, read };
