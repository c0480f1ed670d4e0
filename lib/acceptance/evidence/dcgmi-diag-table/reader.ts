import type { CleanedText, CleanLine } from "../clean";
import { countBy } from "../distinct";
import { earlier, rowsOf, splitPayloads } from "../payloads";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, TROUBLE, unreadLine } from "../unread";
import { type DiagTable, HEADER, readDiag } from "./rows";
import { failedGpus, levelOf, passedGpus, resultOf, testsWith } from "./verdict";

const COMMAND = /\bdcgmi\s+diag\s+.*/;
const TOOL_ERROR =
  /^Error: |Unable to (?:complete|run) diagnostic|host ?engine connection (?:is )?(?:invalid|disconnected|failed)/i;
const AROUND = /^Successfully ran diagnostic for group\.$|^Defaulted container |^Executing in Pod /;

function gpusOf(table: DiagTable): number | null {
  const ids = table.metadata["GPU Device IDs Detected"];
  return ids === undefined || ids === "" ? null : ids.split(",").filter((id) => id.trim() !== "").length;
}

interface Around {
  readonly command: string | null;
  readonly error: string | null;
  readonly elided: boolean;
}

function factsOf(table: DiagTable, around: Around): Facts {
  const gpus = gpusOf(table);
  const statuses = table.tests.flatMap((t) => t.statuses.map((s) => s.status));
  const seen = table.tests.length > 0 || table.messages.length > 0;
  return {
    status_rows: countBy(statuses),
    failed_or_warned_rows: testsWith(table, "Fail", "Warn"),
    skipped: testsWith(table, "Skip", "Not Run"),
    footer: table.footer,
    level: levelOf(table, around.command),
    gpus,
    device_ids: table.metadata["GPU Device IDs Detected"] ?? null,
    dcgm_version: table.metadata["DCGM Version"] ?? null,
    driver_version: table.metadata["Driver Version Detected"] ?? null,
    failed_gpus: seen ? failedGpus(table, gpus) : null,
    passed_gpus: seen ? passedGpus(table, gpus) : null,
    messages: table.messages.filter((m) => m.kind !== "Info").map(({ kind, test, text }) => ({ kind, test, text })),
    result: resultOf(table, around.elided, around.error),
    truncated: seen || table.header ? !(table.header && table.footer) : null,
    elided: around.elided,
    error: around.error,
  };
}

function warningsOf(table: DiagTable, facts: Facts, error: string | null): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (error) add("TOOL_ERROR", `dcgmi reports: ${error}`);
  if (facts.result === "fail")
    add("DIAGNOSTIC_FAILED", `failed: ${testsWith(table, "Fail").join(", ") || "an error row"}`);
  if (facts.result === "warn") add("DIAGNOSTIC_WARNED", `warned: ${testsWith(table, "Warn").join(", ")}`);
  if (facts.result === "inconclusive")
    add("NOTHING_TESTED", "every test of the hardware was skipped: nothing was measured");
  if (facts.result === "inconsistent") add("INCONSISTENT", "a test stands twice in one table");
  if (facts.truncated === true) add("INCOMPLETE", "the table does not show its beginning and its end");
  const cut = table.messages.some((m) => m.text.length >= 1_000);
  if (cut) add("MESSAGE_CUT", "a message is cut by the tool: cards that it would name further on are not listed");
  return list;
}

function read(_text: string, cleaned: CleanedText): Reading {
  const { rows, tooLong } = rowsOf(cleaned.lines);
  const { before, payloads } = splitPayloads(rows, (l) => HEADER.test(l.text.trim()));
  const all: readonly (readonly CleanLine[])[] = payloads.length > 0 ? payloads : [before];
  const table = readDiag(all.at(-1) ?? []);
  const lead = payloads.length > 0 ? before : [];
  const outside = [...lead, ...table.outside].filter((l) => !isAround(l.text.trim()));
  const commands = rows.flatMap((l) => COMMAND.exec(l.text.slice(0, 2_000))?.[0] ?? []);
  const error = outside.find((l) => TOOL_ERROR.test(l.text.trim()))?.text.trim() ?? null;
  const around = { command: commands.at(-1) ?? null, error, elided: cleaned.elided };
  const facts = factsOf(table, around);
  const passed = facts.result === "pass" || facts.result === "warn";
  const trouble =
    outside.some((l) => TROUBLE.test(l.text)) || error !== null || table.strange.length > 0 || tooLong.length > 0;
  return {
    tool: "dcgmi diag",
    toolVersion: table.metadata["DCGM Version"] ?? null,
    facts,
    unread: [...outside, ...table.strange, ...tooLong].map(unreadLine),
    warnings: warningsOf(table, facts, error),
    complete: passed && !trouble,
    others: earlier(all).map((part) => factsOf(readDiag(part), { command: null, error: null, elided: cleaned.elided })),
  };
}

const isAround = (text: string): boolean =>
  text === "" || AROUND.test(text) || /^\+[-=+]+\+$/.test(text) || (isPrompt(text) && !TOOL_ERROR.test(text));

function recognise(text: string): number {
  if (/^[ \t]*\|[ \t]*Diagnostic[ \t]*\|[ \t]*Result[ \t]*\|/m.test(text)) return 0.95;
  const row = /^[ \t]*\|[^|\n]{0,40}\|[ \t]*(?:Pass|Fail|Skip|Warn|Not Run)(?: - [^|\n]{1,200})?[ \t]*\|?[ \t]*$/m.test(
    text,
  );
  const section = /^[ \t]*[|+]-----[ \t]+(?:Metadata|Deployment|Hardware|Integration|Stress)[ \t]+-+\+/m.test(text);
  if (row || section) return 0.85;
  const short = text.length < 20_000 && !text.includes("{");
  return short && /dcgmi\s+diag\b|Unable to (?:complete|run) diagnostic/.test(text) ? 0.65 : 0;
}

/** `dcgmi diag` as a table, versions 1 to 4. It says what that run saw, on that day. */
export const reader: EvidenceReader = { format: "dcgmi-diag-table", recognise, read };
