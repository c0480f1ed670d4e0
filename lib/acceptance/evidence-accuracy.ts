import { canonicalJson } from "@/lib/digest/canonical";
import { decodeText } from "./evidence/decode";
import { type EvidenceAnswer, type EvidenceRefusal, readEvidence } from "./evidence/read";
import { type DamageScore, damageFindings } from "./evidence-damage";

export interface ManifestEntry {
  readonly file: string;
  readonly format: string;
  readonly sha256?: string;
  readonly expected: Readonly<Record<string, unknown>>;
}

interface FactOfFile {
  readonly file: string;
  readonly fact: string;
  readonly expected: unknown;
}

export interface FormatScore {
  readonly files: number;
  readonly facts: number;
  readonly right: number;
  readonly complete: number;
}

export interface EvidenceScore {
  readonly files: number;
  readonly facts: number;
  readonly right: number;
  /** Another value than the expected one was read: the worst outcome. */
  readonly wrong: readonly (FactOfFile & { readonly got: unknown })[];
  /** Nothing was read where a value was expected. */
  readonly missing: readonly FactOfFile[];
  readonly crashes: readonly { readonly file: string; readonly error: string }[];
  /** The content was not recognised as the format that the manifest names. */
  readonly notRecognised: readonly { readonly file: string; readonly format: string; readonly seen: string | null }[];
  /** Expected values that no reading of the bytes can give; not counted as facts. */
  readonly notInFile: readonly { readonly file: string; readonly fact: string }[];
  readonly unreadLines: number;
  readonly damage: DamageScore;
  readonly formats: Readonly<Record<string, FormatScore>>;
}

/** Remarks of the manifest, not facts. */
const REMARKS = new Set(["trap", "because", "note", "bytes", "verdict", "verdict_hint"]);
/** Computed from lists that were taken out of the file before it was published. */
const TAKEN_OUT = new Set(["recomputed_from_arrays_before_removal"]);

/** How many requests were asked for stands on the command line; a result saved without it cannot tell. */
const OF_COMMAND = new Set(["requested"]);

function printed(value: unknown, bytes: Uint8Array): boolean {
  const text = decodeText(bytes);
  return text === null || new RegExp(`(?<![\\d.])${String(value)}(?![\\d])`).test(text);
}

/** Equal; of an object that names some of several statistics, each one named is equal. */
function agrees(got: unknown, expected: unknown): boolean {
  if (got === undefined) return false;
  const parts = typeof expected === "object" && expected !== null && !Array.isArray(expected);
  if (!parts || typeof got !== "object" || got === null || Array.isArray(got))
    return canonicalJson(got) === canonicalJson(expected);
  const found = got as Readonly<Record<string, unknown>>;
  const named = Object.entries(expected);
  return named.length === 0
    ? Object.keys(found).length === 0
    : named.every(([key, value]) => agrees(found[key], value));
}

/** Facts of which files with the same bytes are told to have different values: they stem from outside the file. */
function contradicted(entries: readonly ManifestEntry[]): Set<string> {
  const seen = new Map<string, string>();
  const found = new Set<string>();
  for (const { sha256, expected } of entries) {
    if (sha256 === undefined) continue;
    for (const [fact, value] of Object.entries(expected)) {
      const key = `${sha256}/${fact}`;
      const text = canonicalJson(value);
      if (seen.has(key) && seen.get(key) !== text) found.add(key);
      seen.set(key, text);
    }
  }
  return found;
}

type Answer = EvidenceAnswer | EvidenceRefusal;

/** By its content, as a person's paste is; by the named format where the content alone does not tell (an empty file). */
function answerOf(bytes: Uint8Array, format: string): { answer: Answer; seen: string | null } {
  const open = readEvidence(bytes);
  if (open.format === format) return { answer: open, seen: format };
  return { answer: readEvidence(bytes, format), seen: open.format };
}

class Tally {
  facts = 0;
  right = 0;
  unreadLines = 0;
  readonly wrong: (FactOfFile & { got: unknown })[] = [];
  readonly missing: FactOfFile[] = [];
  readonly crashes: { file: string; error: string }[] = [];
  readonly notRecognised: { file: string; format: string; seen: string | null }[] = [];
  readonly notInFile: { file: string; fact: string }[] = [];
  readonly formats: Record<string, { files: number; facts: number; right: number; complete: number }> = {};

  constructor(private readonly outside: ReadonlySet<string>) {}

  add(entry: ManifestEntry, bytes: Uint8Array): void {
    const { file, format } = entry;
    const score = this.formats[format] ?? { files: 0, facts: 0, right: 0, complete: 0 };
    this.formats[format] = score;
    score.files += 1;
    let read: Answer | null = null;
    try {
      const { answer, seen } = answerOf(bytes, format);
      read = answer;
      if (seen !== format && bytes.length > 0) this.notRecognised.push({ file, format, seen });
    } catch (error) {
      this.crashes.push({ file, error: String(error) });
    }
    const got = read !== null && read.format !== null ? read : null;
    if (got) this.unreadLines += got.unread.length + got.unreadMore;
    if (got?.complete) score.complete += 1;
    for (const [fact, value] of Object.entries(entry.expected)) {
      if (REMARKS.has(fact)) continue;
      const absent =
        TAKEN_OUT.has(fact) ||
        this.outside.has(`${entry.sha256}/${fact}`) ||
        (OF_COMMAND.has(fact) && !printed(value, bytes));
      if (absent) this.notInFile.push({ file, fact });
      else this.compare(score, { file, fact, expected: value }, got?.facts[fact]);
    }
  }

  private compare(score: { facts: number; right: number }, of: FactOfFile, got: unknown): void {
    this.facts += 1;
    score.facts += 1;
    if (agrees(got, of.expected)) {
      this.right += 1;
      score.right += 1;
    } else if (got === undefined || (got === null && of.expected !== null)) this.missing.push(of);
    else this.wrong.push({ ...of, got });
  }
}

/**
 * Compares what the readers say with what a manifest expects, then damages every file and counts where the damaged text
 * would pass although the whole one does not say the same. `bytesOf` gives the bytes of a file of the manifest.
 */
export function scoreEvidence(
  entries: readonly ManifestEntry[],
  bytesOf: (file: string) => Uint8Array,
  formats: ReadonlySet<string> | null = null,
): EvidenceScore {
  const tally = new Tally(contradicted(entries));
  const chosen = entries.filter((e) => formats === null || formats.has(e.format));
  for (const entry of chosen) tally.add(entry, bytesOf(entry.file));
  return {
    files: chosen.length,
    facts: tally.facts,
    right: tally.right,
    wrong: tally.wrong,
    missing: tally.missing,
    crashes: tally.crashes,
    notRecognised: tally.notRecognised,
    notInFile: tally.notInFile,
    unreadLines: tally.unreadLines,
    damage: damageFindings(chosen, bytesOf),
    formats: tally.formats,
  };
}
