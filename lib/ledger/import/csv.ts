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
  /** True when the quoting of this line could not be read; `fields` is then the line as one text. */
  readonly broken: boolean;
}

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
  let at = 0;
  let record = 0;
  let width = 0;
  while (at < text.length) {
    const lineEnd = endOfLine(text, at);
    const next = afterLineEnd(text, lineEnd);
    const line = text.slice(at, lineEnd);
    if (line.trim() === "") {
      at = next;
      continue;
    }
    record += 1;
    if (!line.includes('"')) {
      const fields = line.split(delimiter);
      if (width === 0) width = fields.length;
      yield { record, fields, broken: false };
      at = next;
      continue;
    }
    const quoted = quotedRecord(text, at, delimiter);
    const swallowedLines = quoted !== null && quoted.end > lineEnd && width > 0 && quoted.fields.length !== width;
    if (quoted === null || swallowedLines) {
      yield { record, fields: [line], broken: true };
      at = next;
      continue;
    }
    if (width === 0) width = quoted.fields.length;
    yield { record, fields: quoted.fields, broken: false };
    at = afterLineEnd(text, quoted.end);
  }
}

function endOfLine(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  const end = newline < 0 ? text.length : newline;
  // A lone carriage return is looked for inside this line only: searching the whole text would cost a pass per line.
  const lone = text.slice(from, end).indexOf("\r");
  return lone < 0 ? end : from + lone;
}

function afterLineEnd(text: string, end: number): number {
  if (text[end] === "\r" && text[end + 1] === "\n") return end + 2;
  return end + 1;
}

/** Reads one record that contains quotes; null when a quoted field is not closed or is followed by other text. */
function quotedRecord(text: string, start: number, delimiter: string): { fields: string[]; end: number } | null {
  const fields: string[] = [];
  let at = start;
  for (;;) {
    if (text[at] === '"') {
      const quoted = quotedField(text, at);
      if (quoted === null) return null;
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

function quotedField(text: string, open: number): { value: string; end: number } | null {
  let from = open + 1;
  let value = "";
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return null;
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    from = quote + 2;
  }
}
