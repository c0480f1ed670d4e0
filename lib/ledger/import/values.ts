import { storable } from "@/lib/digest/storable";
import { parseDecimal } from "@/lib/money/money";
import { REFUSALS, type RefusalCode } from "../codes";
import { instantOfLocal } from "../local-time";
import { instantText, type ReadInstant, readInstant } from "../period";
import type { WarningLog } from "./bill-format";
import { Kept } from "./kept";

/** A refusal on its way out of the value readers; caught where the record becomes a refused row. */
export class Refusal extends Error {
  constructor(
    readonly reason: RefusalCode,
    readonly field: string | null,
    detail?: string,
  ) {
    super(detail === undefined ? REFUSALS[reason] : `${REFUSALS[reason]}: ${detail}`);
  }
}

const NULL_TEXT = /^(null|n\/a)$/i;

interface ReadTime {
  readonly read: ReadInstant;
  readonly text: string;
}

function readTime(text: string, timeZone: string | null): ReadTime {
  const read = readInstant(text);
  if (!read.ok) return { read, text: "" };
  if (timeZone === null || read.warning !== "date-without-zone") return { read, text: instantText(read.ms) };
  const ms = instantInZone(timeZone, read.ms);
  return { read: { ok: true, ms, warning: null }, text: instantText(ms) };
}

/** The instant at which the clocks of a zone show what UTC shows at `clockMs`. The zone must be known. */
function instantInZone(timeZone: string, clockMs: number): number {
  const minute = Math.floor(clockMs / 60_000) * 60_000;
  const instant = readInstant(instantOfLocal(timeZone, instantText(minute).slice(0, 16)) ?? "");
  if (!instant.ok) throw new RangeError(`no time in ${timeZone}`);
  return instant.ms + clockMs - minute;
}

/** A column, and the text of its last cell: what repeats is read once, and is the same text wherever it goes. */
interface Column {
  readonly place: number;
  raw: string;
  text: string;
  /** Cells in a row that differed from the one before. */
  changes: number;
}

/** A column that changes so often in a row is taken to change always. */
const CHANGES = 30;

/** What one cell says, with its warnings written to the log. */
export class CellReader {
  private readonly columns = new Map<string, Column>();
  private readonly instants = new Kept<ReadTime>();
  /** The last amount: a row often says one several times. */
  private decimal = { text: "", plain: "" };

  constructor(
    private readonly places: ReadonlyMap<string, number>,
    private readonly log: WarningLog,
    private readonly timeZone: string | null = null,
  ) {}

  private column(name: string): Column {
    const column = { place: this.places.get(name) ?? -1, raw: "", text: "", changes: 0 };
    this.columns.set(name, column);
    return column;
  }

  /** Text of the column, null when empty, missing or written as the text NULL. */
  text(fields: readonly string[], name: string, record: number): string | null {
    const column = this.columns.get(name) ?? this.column(name);
    const value = fields[column.place];
    if (value === undefined || value === "") return null;
    if (column.changes < CHANGES && value === column.raw) {
      column.changes = 0;
      return column.text;
    }
    if (value.length <= 4 && NULL_TEXT.test(value.trim())) {
      this.log.add("text-null", name, record);
      return null;
    }
    const trimmed = value.trim();
    if (trimmed === "") return null;
    if (column.changes < CHANGES) {
      column.changes += 1;
      column.raw = value;
      column.text = trimmed;
    }
    return trimmed;
  }

  /** A decimal that must be there, as its own text without exponent or trailing blanks. */
  amount(fields: readonly string[], column: string, record: number): string {
    const text = this.text(fields, column, record);
    if (text === null) throw new Refusal("missing-value", column, column);
    return this.plain(text, column);
  }

  /** A text as a decimal, like `decimalOf`. */
  plain(text: string, column: string): string {
    if (text !== this.decimal.text) this.decimal = { text, plain: decimalOf(text, column) };
    return this.decimal.plain;
  }

  /** An instant that must be there, as UTC text. */
  instant(fields: readonly string[], column: string, record: number): { text: string; ms: number } {
    const text = this.text(fields, column, record);
    if (text === null) throw new Refusal("missing-value", column, column);
    const { read, text: plain } = this.instants.of(text, () => readTime(text, this.timeZone));
    if (!read.ok) throw new Refusal(read.reason, column, text);
    if (read.warning !== null) this.log.add(read.warning, column, record);
    return { text: plain, ms: read.ms };
  }

  /** One of the allowed values in any casing (warned when it is another); null when empty, undefined when unknown. */
  choice<T extends string>(
    fields: readonly string[],
    column: string,
    record: number,
    allowed: readonly T[],
  ): T | null | undefined {
    const text = this.text(fields, column, record);
    if (text === null) return null;
    const exact = allowed.find((a) => a === text);
    if (exact !== undefined) return exact;
    const folded = allowed.find((a) => a.toLowerCase() === text.toLowerCase());
    if (folded !== undefined) this.log.add("casing-normalised", column, record);
    return folded;
  }
}

/** Decimal text as FOCUS allows it, without exponent; refused otherwise. */
export function decimalOf(text: string, column: string): string {
  const plain = PLAIN.exec(text);
  if (plain) return plainDecimal(plain[1] ?? "", plain[2] ?? "0", plain[3] ?? "");
  const value = parseDecimal(text);
  if (value !== null) return value.isZero() ? "0" : value.toFixed();
  const numeric = /^-?(\d+(\.\d*)?|\.\d+)([eE]-?\d+)?$/.test(text);
  throw new Refusal(numeric ? "number-range" : "number-format", column, text.slice(0, 60));
}

/** The form that nearly all amounts have; anything else takes the slower way through `parseDecimal`. */
const PLAIN = /^(-?)0*(\d{1,20})(?:\.(\d{1,30}))?$/;

function plainDecimal(sign: string, whole: string, fraction: string): string {
  let end = fraction.length;
  while (end > 0 && fraction.charCodeAt(end - 1) === 48) end -= 1;
  const text = end === 0 ? whole : `${whole}.${fraction.slice(0, end)}`;
  return text === "0" ? "0" : sign + text;
}

const CURRENCY = /^[A-Z]{3}$/;

/** ISO 4217 code; lower case is taken with a warning, anything else refused. */
export function currencyOf(text: string, column: string, record: number, log: WarningLog): string {
  if (CURRENCY.test(text)) return text;
  const upper = text.toUpperCase();
  if (!CURRENCY.test(upper)) throw new Refusal("invalid-currency", column, text.slice(0, 20));
  log.add("currency-case", column, record);
  return upper;
}

export type Tags = Readonly<Record<string, string>>;

/** Tags as a flat record of text, or null when they are not a JSON object. JSON can escape what no database text holds. */
export function parseTags(text: string): Tags | null {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
    // A tag that is null says nothing; its name alone must not look like one that says "null".
    const said = Object.entries(value).filter(([, v]) => v !== null);
    return storable(Object.fromEntries(said.map(([k, v]) => [k, typeof v === "string" ? v : JSON.stringify(v)])));
  } catch {
    return null;
  }
}
