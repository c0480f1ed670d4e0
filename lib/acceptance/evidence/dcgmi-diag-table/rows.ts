import type { CleanLine } from "../clean";

export type Status = "Pass" | "Fail" | "Warn" | "Skip" | "Not Run";

export interface TestRow {
  readonly section: string | null;
  readonly name: string;
  /** One status, or several when cards differ: `Pass - GPU: 1` over `Fail - GPU: 0`. */
  readonly statuses: { readonly status: Status; readonly gpus: readonly number[] | "all" | null }[];
  /** From version 4 on, a row for each card below the test. */
  readonly entities: { readonly entity: string; readonly status: Status }[];
}

export interface Message {
  readonly kind: string;
  /** The test it stands under; null when an error stands under no test. */
  readonly test: string | null;
  text: string;
}

export interface DiagTable {
  readonly tests: readonly TestRow[];
  readonly messages: readonly Message[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly sections: readonly string[];
  readonly header: boolean;
  readonly footer: boolean;
  readonly strange: readonly CleanLine[];
  readonly outside: readonly CleanLine[];
}

export const HEADER = /^\|\s*Diagnostic\s*\|\s*Result\s*\|?$/;
const RULE = /^\+-{10,}\+-{10,}\+$/;
const DOUBLE = /^\+=+\+=+\+$/;
const SECTION = /^[|+]-{3,}\s+(\w[\w ]*?)\s+-+\+-+[|+]$/;
const STATUS = /^(Pass|Fail|Warn|Skip|Not Run)(?:\s+-\s+(All|(?:GPU|CPU|Core)s?:\s*\d[\d,\s]*))?$/;
const ENTITY = /^((?:GPU|CPU|Core|Entity)\s?\d*): (Pass|Fail|Warn|Skip|Not Run)\b.*$/;
const MESSAGE = /^(Error|Warning|Warn|Info)\b/;
/** A message is broken after this many characters, in the middle of words. */
const WRAP = 45;

/** Cells of `| name | value |`; the last bar may have been cut away. */
function cellsOf(text: string): { name: string; raw: string; closed: boolean } | null {
  const bars = text.split("|");
  if (bars.length < 3) return null;
  const closed = text.trimEnd().endsWith("|") && bars.length > 3;
  const raw = bars.slice(2, closed ? -1 : undefined).join("|");
  return { name: (bars[1] ?? "").trim(), raw, closed };
}

const gpusIn = (text: string | undefined): readonly number[] | "all" | null => {
  if (text === undefined) return null;
  if (/^(?:CPU|Core)/.test(text)) return [];
  return text === "All" ? "all" : (text.match(/\d+/g) ?? []).map(Number);
};

class DiagReader {
  readonly tests: TestRow[] = [];
  readonly messages: Message[] = [];
  readonly metadata: Record<string, string> = {};
  readonly sections: string[] = [];
  readonly strange: CleanLine[] = [];
  readonly outside: CleanLine[] = [];
  header = false;
  footer = false;
  private section: string | null = null;
  private rows = 0;
  private message: Message | null = null;

  take(line: CleanLine): void {
    const text = line.text.trim();
    if (text === "" || DOUBLE.test(text)) return;
    const section = SECTION.exec(text)?.[1];
    if (HEADER.test(text)) this.header = true;
    else if (section !== undefined) this.begin(section);
    else if (RULE.test(text)) this.footer ||= this.rows > 0 || this.sections.length > 0;
    else if (text.startsWith("|") && !this.footer) this.row(line, text);
    else this.outside.push(line);
  }

  private begin(section: string): void {
    this.section = section;
    this.sections.push(section);
    this.message = null;
  }

  private row(line: CleanLine, text: string): void {
    const cells = cellsOf(text);
    if (!cells) {
      this.strange.push(line);
      return;
    }
    this.rows += 1;
    const value = cells.raw.trim();
    if (cells.name !== "") this.named(line, cells.name, cells.raw, value);
    else this.continued(line, cells.raw, value);
  }

  private named(line: CleanLine, name: string, raw: string, value: string): void {
    const status = STATUS.exec(value);
    this.message = null;
    if (this.section === "Metadata") this.metadata[name] = value;
    else if (MESSAGE.test(name)) {
      this.message = {
        kind: MESSAGE.exec(name)?.[1] ?? name,
        test: this.tests.at(-1)?.name ?? null,
        text: raw.slice(1, WRAP + 1),
      };
      this.messages.push(this.message);
    } else if (status) {
      const first = { status: status[1] as Status, gpus: gpusIn(status[2]) };
      this.tests.push({ section: this.section, name, statuses: [first], entities: [] });
    } else this.strange.push(line);
  }

  private continued(line: CleanLine, raw: string, value: string): void {
    const test = this.tests.at(-1);
    const entity = ENTITY.exec(value);
    const status = this.message ? null : STATUS.exec(value);
    if (entity && test) {
      test.entities.push({ entity: entity[1] ?? "", status: entity[2] as Status });
      this.message = null;
    } else if (this.message) this.message.text = this.message.text.padEnd(WRAP * this.parts()) + raw.slice(1, WRAP + 1);
    else if (status && test) test.statuses.push({ status: status[1] as Status, gpus: gpusIn(status[2]) });
    else if (this.section === "Metadata" || this.rows === 1) this.outside.push(line);
    else this.strange.push(line);
  }

  private parts(): number {
    return Math.ceil((this.message?.text.length ?? 0) / WRAP);
  }
}

/** Reads one diagnostic table, or a piece of one. */
export function readDiag(lines: readonly CleanLine[]): DiagTable {
  const reader = new DiagReader();
  for (const line of lines) reader.take(line);
  const { tests, messages, metadata, sections, header, footer, strange, outside } = reader;
  for (const m of messages) m.text = m.text.trim();
  return { tests, messages, metadata, sections, header, footer, strange, outside };
}
