import { isObject } from "./json-objects";
import { parseBillValue } from "./json-text";

/** A text that is no JSON, or one whose objects cannot be told apart as it comes: it has to be read whole. */
export class NotStreamed extends Error {}

type Json = Readonly<Record<string, unknown>>;

/** The text of one value in a list of a JSON file, and the keys that lead to the list; none for the list that is the file. */
export interface Listed {
  readonly path: readonly string[];
  readonly text: string;
}

/** The object that a text holds, its numbers as text; null for any other value. Throws NotStreamed for what is no JSON. */
export function objectIn(text: string): Json | null {
  const value = parseBillValue(text);
  if (value === undefined) throw new NotStreamed();
  return isObject(value) ? value : null;
}

const [QUOTE, ESCAPE, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Lists that stand deeper belong to one value. */
const DEEPEST_LIST = 2;
const MOST_LISTS = 1000;
/** One object of a list; what is longer is no record of a bill. */
const LONGEST_OBJECT = 16 * 1024 * 1024;
/** The file without its lists: names, dates, totals. */
const LONGEST_REST = 4 * 1024 * 1024;

/**
 * Tells the values of a JSON file's lists apart as its text comes, each as it ends. What stands outside of the lists is
 * `rest`. Throws NotStreamed.
 */
export class JsonObjects {
  private inString = false;
  private escaped = false;
  /** Objects around the place that is read, outside of lists: the key of each that is being read. */
  private readonly keys: (string | null)[] = [];
  private list: readonly string[] | null = null;
  private lists = 0;
  /** Depth inside one element of the list. */
  private depth = 0;
  private element: string[] = [];
  private elementLength = 0;
  private word: string[] = [];
  private outside: string[] = [];
  private outsideLength = 0;
  private begun = false;

  *push(text: string): Generator<Listed> {
    let from = 0;
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (this.inString) {
        this.passString(c, text, i);
        continue;
      }
      if (c === QUOTE) {
        this.inString = true;
        if (this.list === null) this.word = [];
        continue;
      }
      if (this.list === null) {
        if (!this.outsideSign(c)) continue;
        this.keepOutside(`${text.slice(from, i)}[]`);
        from = i + 1;
      } else if (this.elementEnds(c)) {
        this.keepElement(text.slice(from, i));
        from = i + 1;
        const element = this.takeElement();
        if (element !== "") yield { path: this.list, text: element };
        if (c === CLOSE_LIST) this.list = null;
      }
    }
    if (this.list === null) this.keepOutside(text.slice(from));
    else this.keepElement(text.slice(from));
  }

  *end(): Generator<Listed> {}

  /** What stands outside of the lists, once all text has come. */
  rest(): unknown {
    if (this.inString || this.list !== null || this.keys.length > 0) throw new NotStreamed();
    const value = parseBillValue(this.outside.join(""));
    if (value === undefined) throw new NotStreamed();
    return value;
  }

  private passString(c: number, text: string, at: number): void {
    if (this.list === null) this.word.push(text.charAt(at));
    if (this.escaped) this.escaped = false;
    else if (c === ESCAPE) this.escaped = true;
    else if (c === QUOTE) this.inString = false;
  }

  /** Follows objects outside of lists; true where a list begins whose objects are told one by one. */
  private outsideSign(c: number): boolean {
    if (c === OPEN_OBJECT) this.keys.push(null);
    else if (c === CLOSE_OBJECT) this.keys.pop();
    else if (c === COLON && this.keys.length > 0) this.keys[this.keys.length - 1] = `"${this.word.join("")}`;
    else if (c === OPEN_LIST) {
      if (this.keys.length > DEEPEST_LIST || (this.begun && this.keys.length === 0)) throw new NotStreamed();
      this.lists += 1;
      if (this.lists > MOST_LISTS) throw new NotStreamed();
      this.list = this.keys.map((key) => String(parseBillValue(key ?? '""')));
      this.depth = 0;
      this.begun = true;
      return true;
    }
    if (c === OPEN_OBJECT) this.begun = true;
    return false;
  }

  private elementEnds(c: number): boolean {
    if (this.depth === 0 && (c === COMMA || c === CLOSE_LIST)) return true;
    if (c === OPEN_OBJECT || c === OPEN_LIST) this.depth += 1;
    else if (c === CLOSE_OBJECT || c === CLOSE_LIST) this.depth -= 1;
    return false;
  }

  private keepElement(text: string): void {
    this.elementLength += text.length;
    if (this.elementLength > LONGEST_OBJECT) throw new NotStreamed();
    this.element.push(text);
  }

  private keepOutside(text: string): void {
    this.outsideLength += text.length;
    if (this.outsideLength > LONGEST_REST) throw new NotStreamed();
    this.outside.push(text);
  }

  private takeElement(): string {
    const text = this.element.join("").trim();
    this.element = [];
    this.elementLength = 0;
    return text;
  }
}

/** The same for JSON Lines: each line is an object of the one list that the file is. */
export class JsonLines {
  private line = "";

  *push(text: string): Generator<Listed> {
    const parts = text.split("\n");
    for (const [i, part] of parts.entries()) {
      this.line += part;
      if (this.line.length > LONGEST_OBJECT) throw new NotStreamed();
      if (i === parts.length - 1) return;
      yield* this.take();
    }
  }

  *end(): Generator<Listed> {
    yield* this.take();
  }

  /** Nothing stands outside of the lines. */
  rest(): unknown {
    return [];
  }

  private *take(): Generator<Listed> {
    const text = this.line.trim();
    this.line = "";
    if (text !== "") yield { path: [], text };
  }
}

/** Whether a text that begins so is JSON Lines: its first line is an object of its own, and another one follows. */
export function isJsonLines(start: string): boolean {
  const lines = start.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 1 && isObject(parseBillValue(lines[0] ?? "")) && /^\s*[[{]/.test(lines[1] ?? "");
}
