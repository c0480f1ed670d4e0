import { type CleanedText, cleanText } from "./clean";
import { decodeText } from "./decode";
import { MAX_EVIDENCE_BYTES, MAX_EVIDENCE_LINES, MAX_UNREAD_LINES } from "./limits";
import { outputsOf } from "./parts";
import { printedAt } from "./printed-at";
import type { EvidenceReader, EvidenceWarning, Facts, Reading, UnreadLine } from "./reader-contract";
import { readers } from "./registry.generated";
import { TROUBLE } from "./unread";

export interface EvidenceAnswer {
  readonly format: string;
  readonly tool: string;
  readonly toolVersion: string | null;
  readonly facts: Facts;
  readonly unread: readonly UnreadLine[];
  /** Unread lines beyond those listed. */
  readonly unreadMore: number;
  readonly warnings: readonly EvidenceWarning[];
  readonly complete: boolean;
  readonly others?: readonly Facts[];
  /** Outputs of other tools in the same paste, each read on its own. */
  readonly parts?: readonly EvidenceAnswer[];
}

export interface EvidenceRefusal {
  readonly format: null;
  readonly error: { readonly code: RefusalCode; readonly path: string; readonly message: string };
}

type RefusalCode =
  | "EVIDENCE_EMPTY"
  | "EVIDENCE_TOO_LARGE"
  | "EVIDENCE_BINARY"
  | "EVIDENCE_UNKNOWN_FORMAT"
  | "EVIDENCE_NO_SUCH_FORMAT"
  | "EVIDENCE_OTHER_FORMAT";

const ALL: readonly EvidenceReader[] = readers;

/** Names of the formats that can be read. */
export const EVIDENCE_FORMATS: readonly string[] = ALL.map((r) => r.format);

/** Below this the text is not taken for any format: a guess is not evidence. */
const SURE_ENOUGH = 0.5;

const refuse = (code: RefusalCode, message: string): EvidenceRefusal => ({
  format: null,
  error: { code, path: "", message },
});

/**
 * Reads the output of a tool: the format named, or the one recognised from the content. Never throws. What cannot be
 * read is refused with the reason; what is read only in part says so in `unread` and `complete`.
 */
export function readEvidence(input: Uint8Array | string, format?: string): EvidenceAnswer | EvidenceRefusal {
  if (input.length > MAX_EVIDENCE_BYTES) {
    return refuse("EVIDENCE_TOO_LARGE", `${input.length} bytes; at most ${MAX_EVIDENCE_BYTES} are read`);
  }
  const received = typeof input === "string" ? input : decodeText(input);
  if (received === null || received.includes("\0")) {
    return refuse("EVIDENCE_BINARY", "this is not text: paste or upload what the tool printed");
  }
  if (received.replace(/^\ufeff/, "").trim() === "") return readEmpty(format);
  if (hasMoreLinesThan(received, MAX_EVIDENCE_LINES)) {
    return refuse("EVIDENCE_TOO_LARGE", `more than ${MAX_EVIDENCE_LINES} lines`);
  }
  const cleaned = cleanText(received);
  const choice = choose(cleaned.text, format);
  if ("error" in choice) return choice;
  const answer = answerOf(choice.reader.format, choice.reader.read(cleaned.text, cleaned), cleaned);
  const parts = format === undefined ? partsBeside(answer, cleaned) : [];
  return parts.length > 0 ? { ...answer, parts } : answer;
}

/**
 * Where commands of several tools follow each other in one paste, each output on its own beside the reading of the whole:
 * those of other tools, and of the same one where its reading is not whole for what stands around it.
 */
function partsBeside(answer: EvidenceAnswer, cleaned: CleanedText): EvidenceAnswer[] {
  const read = outputsOf(cleaned.lines).flatMap((text): EvidenceAnswer[] => {
    const own = cleanText(text);
    const choice = choose(own.text, undefined);
    return "error" in choice ? [] : [answerOf(choice.reader.format, choice.reader.read(own.text, own), own)];
  });
  if (read.every((p) => p.format === answer.format)) return [];
  // The end of the paste is the end of its last output.
  const whole = read.map((p, i) => (i === read.length - 1 && cleaned.openEnd ? { ...p, complete: false } : p));
  return whole.filter((p) => p.format !== answer.format || !answer.complete);
}

/** Counts line ends of either kind, no further than it must. */
function hasMoreLinesThan(text: string, most: number): boolean {
  for (const end of ["\n", "\r"]) {
    let lines = 0;
    for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) {
      lines += 1;
      if (lines > most) return true;
    }
  }
  return false;
}

function answerOf(format: string, reading: Reading, cleaned: CleanedText | null): EvidenceAnswer {
  const warnings = [...reading.warnings];
  if (cleaned?.elided) warnings.push({ code: "ELIDED", message: "lines were cut out by hand: counts are at least" });
  if (cleaned?.damaged) warnings.push({ code: "DAMAGED", message: "holds characters that no tool prints" });
  const printed = cleaned === null ? null : printedAt(format, cleaned.text);
  return {
    format,
    tool: reading.tool,
    toolVersion: reading.toolVersion,
    facts: printed === null ? reading.facts : { ...reading.facts, printed_at: printed },
    unread: reading.unread.slice(0, MAX_UNREAD_LINES),
    unreadMore: Math.max(0, reading.unread.length - MAX_UNREAD_LINES),
    warnings,
    complete: reading.complete && cleaned !== null && !cleaned.elided && !cleaned.damaged,
    ...(reading.others && reading.others.length > 0 ? { others: reading.others } : {}),
  };
}

/** Only some tools print nothing where there is nothing to say, and only a name can tell which tool it was. */
function readEmpty(format: string | undefined): EvidenceAnswer | EvidenceRefusal {
  const named = ALL.find((r) => r.format === format);
  if (named?.empty) return answerOf(named.format, named.empty(), null);
  return refuse("EVIDENCE_EMPTY", "no data: the file is empty");
}

const SHORT_CHARS = 8_000;
const CLEARLY = 0.6;

/** A few lines of an error that nothing else was written around: of which tool, only the person who sends it can tell. */
function isFailure(text: string): boolean {
  return text.length < SHORT_CHARS && TROUBLE.test(text) && !ALL.some((r) => r.recognise(text) >= CLEARLY);
}

const PROBE_CHARS = 400_000;

/** Beginning and end of a long text: enough to know whose it is. */
const probe = (text: string): string =>
  text.length <= 2 * PROBE_CHARS ? text : `${text.slice(0, PROBE_CHARS)}\n${text.slice(-PROBE_CHARS)}`;

function choose(whole: string, format: string | undefined): { reader: EvidenceReader } | EvidenceRefusal {
  const known = EVIDENCE_FORMATS.join(", ");
  const text = probe(whole);
  if (format !== undefined) {
    const named = ALL.find((r) => r.format === format);
    if (!named) return refuse("EVIDENCE_NO_SUCH_FORMAT", `no format ${format}; known: ${known}`);
    if (named.recognise(text) > 0 || isFailure(text)) return { reader: named };
    return refuse("EVIDENCE_OTHER_FORMAT", `nothing in it looks like ${format}`);
  }
  let best: { reader: EvidenceReader; score: number } | null = null;
  for (const reader of ALL) {
    const score = reader.recognise(text);
    if (score > (best?.score ?? 0)) best = { reader, score };
  }
  if (best && best.score >= SURE_ENOUGH) return { reader: best.reader };
  return refuse("EVIDENCE_UNKNOWN_FORMAT", `the content is of no known format; known: ${known}`);
}
