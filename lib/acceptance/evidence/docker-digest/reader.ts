import type { Json } from "@/lib/digest/canonical";
import type { CleanedText } from "../clean";
import { sortedDistinct } from "../distinct";
import { scanJson } from "../json-values";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, TROUBLE, unreadLine } from "../unread";

/** An image as one line or one object of the output says it. */
interface Image {
  readonly name: string | null;
  /** `sha256:` and 64 digits: what can be pulled again. Never the id of the configuration. */
  readonly digest: string | null;
  /** A digest that is there but cut: it pins nothing. */
  readonly cut: boolean;
  /** Equal for what says the same again. */
  readonly key: string;
}

interface Found {
  readonly images: readonly Image[];
  readonly kind: "table" | "inspect" | "pull" | "reference";
  readonly whole: boolean;
  readonly unread: readonly { readonly number: number; readonly text: string }[];
}

const DIGEST = /\bsha256:[0-9a-f]{64}\b(?![0-9a-f…])/;
const ANY_DIGEST = /\bsha256:[0-9a-f]*/;
const HEADER = /^REPOSITORY\s+TAG\s+DIGEST\b/;

/** No line of these outputs is longer. */
const MAX_LINE = 1_000;

const digestIn = (text: string): string | null => DIGEST.exec(text)?.[0] ?? null;
const isCut = (text: string): boolean => ANY_DIGEST.test(text) && digestIn(text) === null;

type Dict = Readonly<Record<string, unknown>>;
const isDict = (v: unknown): v is Dict => typeof v === "object" && v !== null && !Array.isArray(v);
const texts = (v: unknown): string[] => (Array.isArray(v) ? v.filter((t) => typeof t === "string") : []);

function inspected(value: Dict): Image {
  const digests = texts(value.RepoDigests);
  const first = digests[0] ?? "";
  const name = first.split("@")[0] ?? "";
  return {
    name: name || (texts(value.RepoTags)[0] ?? null),
    digest: digestIn(first),
    cut: isCut(first),
    key: String(value.Id),
  };
}

/** `docker inspect`: only RepoDigests can be pulled; Id is the hash of the configuration. */
function fromJson(text: string, cleaned: CleanedText): Found {
  const scan = scanJson(text);
  const values = scan.payloads.flatMap((p) => (Array.isArray(p.value) ? p.value : [p.value])).filter(isDict);
  const unread = scan.outside.map((o) => ({ number: cleaned.lines[o.lineIndex]?.number ?? 0, text: o.text }));
  const whole = !scan.truncated && values.length > 0 && values.every((v) => Array.isArray(v.RepoDigests));
  return { images: values.map(inspected), kind: "inspect", whole, unread };
}

/** Columns are wide blanks apart and CREATED has blanks inside, so that only the first three are told by position. */
function tableRow(text: string): Image | null {
  const cells = text.trim().split(/\s{2,}/);
  if (cells.length < 6) return null;
  const [repository = "", tag = "", digest = ""] = cells;
  const name = repository === "<none>" ? null : tag === "<none>" ? repository : `${repository}:${tag}`;
  return { name, digest: digestIn(digest), cut: isCut(digest), key: text };
}

function fromLines(cleaned: CleanedText): Found {
  const images: Image[] = [];
  const unread: { number: number; text: string }[] = [];
  let kind: Found["kind"] = "reference";
  let target: string | null = null;
  let status = false;
  for (const line of cleaned.lines) {
    const text = line.text.trim();
    if (text === "") continue;
    if (text.length > MAX_LINE) {
      unread.push({ number: line.number, text });
      continue;
    }
    const pulled = /^Digest: (\S+)$/.exec(text)?.[1];
    const row = kind === "table" ? tableRow(text) : null;
    const reference = /^["']?([\w./:-]+)@(sha256:[^\s"',]*)["']?,?$/.exec(text);
    if (HEADER.test(text)) kind = "table";
    else if (row) images.push(row);
    else if (pulled !== undefined) {
      kind = "pull";
      images.push({ name: target, digest: digestIn(pulled), cut: digestIn(pulled) === null, key: text });
    } else if (/^Status: (?:Downloaded newer image|Image is up to date) for \S+$/.test(text)) status = true;
    else if (/: Pulling from \S+$/.test(text)) target = text.replace(/^(\S+): Pulling from (\S+)$/, "$2:$1");
    else if (reference)
      images.push({ name: reference[1] ?? null, digest: digestIn(text), cut: isCut(text), key: text });
    else if (!isAround(text)) unread.push({ number: line.number, text: line.text });
  }
  if (kind !== "table") {
    const once = [...new Map(images.map((i) => [i.key, i])).values()];
    return { images: once, kind, whole: once.length > 0 && (kind !== "pull" || status), unread };
  }
  return { images, kind, whole: images.length > 0, unread };
}

const isAround = (text: string): boolean =>
  isPrompt(text) || /^[0-9a-f]{12}: |^[\w.-]+(?::\d+)?(?:\/[\w.-]+)+:[\w.-]+$|^docker\.io\/\S+$/.test(text);

function factsOf(found: Found): Facts {
  const digests = sortedDistinct(found.images.flatMap((i) => i.digest ?? []));
  const images: Json = found.images.map((i) => ({ name: i.name, digest: i.digest }));
  return {
    kind: found.kind,
    rows: found.images.length,
    with_digest: found.images.filter((i) => i.digest !== null).length,
    repo_digest: digests.length === 1 ? (digests[0] ?? null) : null,
    repo_digests: digests,
    images,
    pinned: found.images.length > 0 && found.images.every((i) => i.digest !== null),
    digest_cut: found.images.some((i) => i.cut),
    truncated: !found.whole,
  };
}

function warningsOf(found: Found): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (found.images.some((i) => i.cut)) add("DIGEST_CUT", "a digest is cut: it pins nothing");
  if (found.images.some((i) => i.digest === null && !i.cut))
    add("NOT_PINNED", "an image has no digest that can be pulled");
  if (repeats(found)) add("INCONSISTENT", "an image stands twice");
  if (!found.whole) add("INCOMPLETE", "the output does not show its end");
  return list;
}

/** One row of a table cannot stand twice; a reference or a digest that is said again is one image. */
const repeats = ({ images, kind }: Found): boolean =>
  kind !== "reference" && kind !== "pull" && new Set(images.map((i) => i.key)).size < images.length;

function read(text: string, cleaned: CleanedText): Reading {
  const json = /"RepoDigests"\s*:/.test(text);
  const found = json ? fromJson(text, cleaned) : fromLines(cleaned);
  const unread = found.unread.filter((u) => !isPrompt(u.text.trim()));
  const trouble = unread.some((u) => TROUBLE.test(u.text)) || (found.kind === "table" && unread.length > 0);
  const cut = found.images.some((i) => i.cut) || (cleaned.openEnd && found.kind === "table");
  return {
    tool: "docker",
    toolVersion: null,
    facts: factsOf(found),
    unread: unread.map(unreadLine),
    warnings: warningsOf(found),
    complete: found.whole && !cut && !trouble && !repeats(found) && found.images.some((i) => i.digest !== null),
  };
}

function recognise(text: string): number {
  if (/^[ \t]*REPOSITORY[ \t]+TAG[ \t]+DIGEST\b/m.test(text)) return 0.95;
  if (/"RepoDigests"\s*:/.test(text)) return 0.95;
  if (/^[ \t]*Digest: sha256:/m.test(text) && /Pulling from|^[ \t]*Status: /m.test(text)) return 0.95;
  const short = text.length < 5_000;
  return short && /^\s*["']?[\w./:-]+@sha256:[0-9a-f…]+/m.test(text) && !/^\s*(?:image|kind|apiVersion):/m.test(text)
    ? 0.7
    : 0;
}

/** What the image's digest is, from `docker images --digests`, `docker pull`, `docker inspect` or a reference. */
export const reader: EvidenceReader = { format: "docker-digest", recognise, read };
