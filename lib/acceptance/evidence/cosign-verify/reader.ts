import type { Json } from "@/lib/digest/canonical";
import type { CleanedText, CleanLine } from "../clean";
import { sortedDistinct } from "../distinct";
import { scanJson } from "../json-values";
import { type Fields, fieldAt, isFields, textAt } from "../perf-json";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, unreadLine } from "../unread";

const TITLE = /^Verification for (\S+) --$/;
const CHECK = /^\s*- (.{1,200})$/;
const HEADING =
  /^The following checks were performed on (?:each of these|all of these|these) signatures?:|^The following checks were performed/;
const ERROR = /^Error:? |^main\.go:\d+: error during command execution: |\bno (?:matching )?signatures\b/i;
const MAX_CHARS = 2_000;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

const isSignature = (value: unknown): value is Fields =>
  isFields(value) && isFields(fieldAt(value, "critical", "image")) && isFields(value.critical);

/** A paste that holds one list twice holds no more signatures for it. */
const distinct = (signatures: readonly Fields[]): Fields[] => [
  ...new Map(signatures.map((s) => [JSON.stringify(s), s])).values(),
];

/** The certificate's names are under `optional`; keyed signatures have none. */
const named = (signatures: readonly Fields[], ...keys: readonly string[]): string[] =>
  sortedDistinct(signatures.flatMap((s) => keys.map((k) => textAt(s, "optional", k)).find((v) => v !== null) ?? []));

function factsOf(signatures: readonly Fields[], checks: readonly string[], image: string | null, error: string | null) {
  const says = (words: RegExp) => checks.some((c) => words.test(c));
  return {
    image,
    verified: error === null && signatures.length > 0,
    signatures: signatures.length,
    digests: sortedDistinct(signatures.flatMap((s) => textAt(s, "critical", "image", "docker-manifest-digest") ?? [])),
    references: sortedDistinct(signatures.flatMap((s) => textAt(s, "critical", "identity", "docker-reference") ?? [])),
    types: sortedDistinct(signatures.flatMap((s) => textAt(s, "critical", "type") ?? [])),
    subjects: named(signatures, "Subject", "subject"),
    issuers: named(signatures, "Issuer", "issuer"),
    checks: [...checks],
    claims_validated: says(/claims were validated/),
    transparency_log: says(/transparency log was verified/),
    certificate_or_key: says(
      /certificate was verified|verified against the specified public key|verified using trusted/,
    ),
    error,
  } satisfies Record<string, Json>;
}

function warningsOf(facts: Facts, truncated: boolean): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (truncated) add("TRUNCATED", "the list of signatures is cut");
  if (facts.error !== null) add("TOOL_ERROR", String(facts.error));
  else if (facts.signatures === 0) add("NOT_SIGNED", "no signature is listed");
  const digests = Array.isArray(facts.digests) ? facts.digests : [];
  if (facts.signatures !== 0 && (digests.length === 0 || !digests.every((d) => DIGEST.test(String(d))))) {
    add("DIGEST_CUT", "a signature does not name the whole digest of an image");
  }
  if (digests.length > 1) add("INCONSISTENT", "signatures of several images in one answer");
  if (facts.signatures !== 0 && facts.claims_validated !== true) {
    add("CHECKS_NOT_SHOWN", "the list of checks that were made is not there");
  }
  if (facts.claims_validated === true && facts.transparency_log !== true) {
    add("NO_TRANSPARENCY_LOG", "the transparency log was not asked");
  }
  return list;
}

const FATAL = new Set(["TRUNCATED", "TOOL_ERROR", "NOT_SIGNED", "DIGEST_CUT", "INCONSISTENT", "CHECKS_NOT_SHOWN"]);

function checksIn(lines: readonly CleanLine[]): { checks: string[]; unread: CleanLine[] } {
  const checks: string[] = [];
  const unread: CleanLine[] = [];
  let inList = false;
  for (const line of lines) {
    if (line.text.length > MAX_CHARS) {
      unread.push(line);
      continue;
    }
    const text = line.text.trim();
    const check = CHECK.exec(line.text)?.[1];
    if (HEADING.test(text)) inList = true;
    else if (inList && check !== undefined) {
      if (!checks.includes(check.trim())) checks.push(check.trim());
    } else if (!TITLE.test(text) && !isPrompt(line.text)) unread.push(line);
  }
  return { checks, unread };
}

function read(text: string, cleaned: CleanedText): Reading {
  const scan = scanJson(text);
  const outside = scan.outside.map((o) => ({ number: cleaned.lines[o.lineIndex]?.number ?? 0, text: o.text }));
  const values = scan.payloads.flatMap((p) => (Array.isArray(p.value) ? p.value : [p.value]));
  const signatures = scan.truncated ? [] : distinct(values.filter(isSignature));
  const short = outside.filter((l) => l.text.length <= MAX_CHARS);
  const { checks, unread } = checksIn(outside);
  const image = short.map((l) => TITLE.exec(l.text.trim())?.[1]).find((v) => v !== undefined) ?? null;
  const error = short.find((l) => ERROR.test(l.text.trim()))?.text.trim() ?? null;
  const facts = factsOf(signatures, checks, image, error);
  const warnings = warningsOf(facts, scan.truncated);
  const strange = scan.payloads.some((p) => p.value === null);
  return {
    tool: "cosign",
    toolVersion: null,
    facts,
    unread: unread.map(unreadLine),
    warnings,
    complete: !strange && signatures.length > 0 && !warnings.some((w) => FATAL.has(w.code)),
  };
}

function recognise(text: string): number {
  if (/^[ \t]*Verification for \S+ --/m.test(text)) return 0.95;
  if (/"docker-manifest-digest"\s*:/.test(text) && /"critical"\s*:/.test(text)) return 0.9;
  return /no matching signatures|cosign/i.test(text) && /error during command execution|^Error: /m.test(text) ? 0.7 : 0;
}

/** `cosign verify`: the checks it made and the signatures it found. */
export const reader: EvidenceReader = { format: "cosign-verify", recognise, read };
