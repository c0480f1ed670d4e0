/**
 * CSV as RFC 4180 has it, plus what bills really contain: any line end, quoted newlines, blank lines, a wrong number of
 * fields, and broken quoting in the middle, after which reading goes on at the next line. csv-parse is not used here:
 * its types bring Node's into rooms that also run in the browser, and it gives up a whole file at one stray quote; a test
 * holds this reader to csv-parse's answer on well-formed text.
 */

export interface CsvRecord {
  /** The header is record 1; blank lines are no records. */
  readonly record: number;
  readonly fields: readonly string[];
  /** True when this line could not be read as fields; `fields` is then the line as one text. */
  readonly broken: boolean;
}

/**
 * No charge is longer than this many characters: a longer line, or a quote that stays open longer, is broken. So a file
 * that comes in pieces is read in constant memory, whatever it contains.
 */
const LONGEST_RECORD = 1_000_000;
/** What is kept of a line that is too long. */
const KEPT_OF_LONG = 400;

export function delimiterOf(text: string): "," | ";" | "\t" {
  const end = text.search(/[\r\n]/);
  const header = end < 0 ? text : text.slice(0, end);
  const count = (c: string): number => header.split(c).length;
  const [comma, semicolon, tab] = [count(","), count(";"), count("\t")];
  if (semicolon > comma && semicolon >= tab) return ";";
  return tab > comma ? "\t" : ",";
}

/** Yields the records one by one, so that a caller can stop early or stream. */
export function* csvRecords(text: string, delimiter: string): Generator<CsvRecord> {
  const reader = new CsvReader(delimiter);
  yield* reader.push(text);
  yield* reader.end();
}

/** Reads a text that comes in pieces; the cuts may lie anywhere. */
export class CsvReader {
  private rest = "";
  private record = 0;
  private width = 0;
  /** Inside a line that is too long: what was kept of it, until its end comes. */
  private tooLong: string | null = null;

  constructor(private readonly delimiter: string) {}

  push(text: string): Generator<CsvRecord> {
    return this.read(this.rest + text, false);
  }

  end(): Generator<CsvRecord> {
    return this.read(this.rest, true);
  }

  private *read(text: string, last: boolean): Generator<CsvRecord> {
    let at = 0;
    const lines = new LineEnds(text);
    if (this.tooLong !== null) {
      const end = lines.from(0);
      if (end >= text.length && !last) {
        this.rest = "";
        return;
      }
      yield this.brokenRecord(this.tooLong);
      this.tooLong = null;
      at = afterLineEnd(text, end);
    }
    while (at < text.length) {
      const lineEnd = lines.from(at);
      // A carriage return at the very end may be the first half of a line end.
      const open = lineEnd >= text.length || (text[lineEnd] === "\r" && lineEnd + 1 >= text.length);
      const long = lineEnd - at > LONGEST_RECORD;
      if (open && !last) {
        if (!long) break;
        this.tooLong = detached(text.slice(at, at + KEPT_OF_LONG));
        at = text.length;
        break;
      }
      const next = afterLineEnd(text, lineEnd);
      if (long) {
        yield this.brokenRecord(detached(text.slice(at, at + KEPT_OF_LONG)));
        at = next;
        continue;
      }
      const line = text.slice(at, lineEnd);
      if (line.trim() === "") {
        at = next;
        continue;
      }
      if (!line.includes('"')) {
        yield this.whole(line.split(this.delimiter));
        at = next;
        continue;
      }
      const quoted = quotedRecord(text, at, this.delimiter);
      const cut = quoted === "open" || (quoted !== null && quoted.end + 1 >= text.length);
      if (cut && !last && text.length - at <= LONGEST_RECORD) break;
      const readable = quoted !== null && quoted !== "open" ? quoted : null;
      if (readable === null || this.swallows(readable, lineEnd)) {
        yield this.brokenRecord(line);
        at = next;
        continue;
      }
      yield this.whole(readable.fields);
      at = afterLineEnd(text, readable.end);
    }
    this.rest = text.slice(at);
  }

  /** Whether a record of several lines has taken in lines that are records of their own. */
  private swallows(quoted: QuotedRecord, lineEnd: number): boolean {
    return quoted.end > lineEnd && this.width > 0 && quoted.fields.length !== this.width;
  }

  private whole(fields: readonly string[]): CsvRecord {
    this.record += 1;
    if (this.width === 0) this.width = fields.length;
    return { record: this.record, fields, broken: false };
  }

  private brokenRecord(line: string): CsvRecord {
    this.record += 1;
    return { record: this.record, fields: [line], broken: true };
  }
}

/** The same text in memory of its own: a slice keeps the whole piece of the file alive that it was cut from. */
export function detached(text: string): string {
  return text.length < 13 ? text : text.split("").join("");
}

/** Ends of lines, asked for in their order: at a newline, or at a carriage return with or without one behind it. */
class LineEnds {
  /** The first carriage return from the last asked place on; each is looked for once, as most files have none. */
  private carriageReturn = -1;

  constructor(private readonly text: string) {}

  /** The end of the line that `at` lies in; the text's end for the last. */
  from(at: number): number {
    const { text } = this;
    if (this.carriageReturn < at) this.carriageReturn = placeOf(text, "\r", at);
    return Math.min(placeOf(text, "\n", at), this.carriageReturn);
  }
}

function placeOf(text: string, character: string, from: number): number {
  const place = text.indexOf(character, from);
  return place < 0 ? text.length : place;
}

function afterLineEnd(text: string, end: number): number {
  if (text[end] === "\r" && text[end + 1] === "\n") return end + 2;
  return end + 1;
}

interface QuotedRecord {
  readonly fields: string[];
  readonly end: number;
}

/**
 * Reads one record that contains quotes. Null when a quoted field is followed by other text or stays open for too long;
 * `open` when the text ends before the record does.
 */
function quotedRecord(text: string, start: number, delimiter: string): QuotedRecord | null | "open" {
  const fields: string[] = [];
  let at = start;
  for (;;) {
    if (text[at] === '"') {
      const quoted = quotedField(text, at, start + LONGEST_RECORD);
      if (quoted === null || quoted === "open") return quoted;
      fields.push(quoted.value);
      at = quoted.end;
      if (at < text.length && text[at] !== delimiter && text[at] !== "\n" && text[at] !== "\r") return null;
    } else {
      const end = endOfPlainField(text, at, delimiter);
      fields.push(text.slice(at, end));
      at = end;
    }
    if (text[at] !== delimiter) return { fields, end: at };
    at += 1;
  }
}

function endOfPlainField(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return at;
}

function quotedField(text: string, open: number, limit: number): { value: string; end: number } | null | "open" {
  let from = open + 1;
  let value = "";
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return text.length > limit ? null : "open";
    if (quote > limit) return null;
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    from = quote + 2;
  }
}
