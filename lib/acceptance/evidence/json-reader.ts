import type { Json } from "@/lib/digest/canonical";
import type { CleanedText } from "./clean";
import { scanJson } from "./json-values";
import { earlier } from "./payloads";
import type { Fields } from "./perf-json";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "./reader-contract";
import { isPrompt, TROUBLE, unreadLine } from "./unread";

interface JsonForm {
  readonly format: string;
  readonly tool: string;
  readonly recognise: (text: string) => number;
  /** Is this value one output of the tool? */
  readonly is: (value: unknown) => value is Fields;
  readonly version: (output: Fields) => string | null;
  readonly facts: (output: Fields) => Record<string, Json>;
  readonly warnings: (facts: Facts, output: Fields) => EvidenceWarning[];
  /** Codes of warnings with which the output is in error or not whole. */
  readonly fatal: readonly string[];
  /** Facts without which the output says nothing. */
  readonly needed: readonly string[];
}

const TRUNCATED: EvidenceWarning = {
  code: "TRUNCATED",
  message: "the file ends before its last value does: nothing in it is judged",
};

/** A reader for tools that write one JSON object; several in one paste: the last one counts. */
export function jsonReader(form: JsonForm): EvidenceReader {
  function read(text: string, cleaned: CleanedText): Reading {
    const scan = scanJson(text);
    const outputs = scan.payloads.map((p) => p.value).filter(form.is);
    const last = scan.truncated ? undefined : outputs.at(-1);
    const parsed = !scan.truncated && scan.payloads.length > 0 && scan.payloads.every((p) => p.value !== null);
    const outside = scan.outside
      .map((o) => ({ number: cleaned.lines[o.lineIndex]?.number ?? 0, text: o.text }))
      .filter((l) => !isPrompt(l.text));
    const facts = form.facts(last ?? {});
    const warnings = last ? form.warnings(facts, last) : [TRUNCATED];
    const missing = form.needed.filter((key) => facts[key] === null);
    if (last && missing.length > 0) warnings.push({ code: "INCOMPLETE", message: `not there: ${missing.join(", ")}` });
    const troubled = outside.some((l) => TROUBLE.test(l.text));
    if (troubled) warnings.push({ code: "TOOL_ERROR", message: "an error is printed beside the result" });
    const fatal = warnings.some((w) => form.fatal.includes(w.code));
    return {
      tool: form.tool,
      toolVersion: last ? form.version(last) : null,
      facts: { ...facts, well_formed: parsed && scan.payloads.every((p) => p.strict) },
      unread: outside.map(unreadLine),
      warnings,
      complete: parsed && last !== undefined && !fatal && !troubled && missing.length === 0,
      others: earlier(outputs).map((o) => form.facts(o)),
    };
  }
  return { format: form.format, recognise: form.recognise, read };
}

/** The share of marks that are there, up to 0.97; nothing unless the text begins a JSON value near its start. */
export function jsonMarks(text: string, marks: readonly RegExp[]): number {
  if (!/^[^{[]{0,4000}[{[]/.test(text)) return 0;
  return (marks.filter((m) => m.test(text)).length / marks.length) * 0.97;
}
