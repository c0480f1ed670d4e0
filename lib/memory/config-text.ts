import { english, type Word, word } from "./word";

/** A config.json is a few kilobytes; a longer text is another file. */
export const MAX_CONFIG_CHARACTERS = 5_000_000;

export type ConfigText =
  | { readonly ok: true; readonly config: Readonly<Record<string, unknown>> }
  | {
      readonly ok: false;
      readonly code: "too-large" | "not-json" | "not-an-object";
      /** In English, and as a code. */
      readonly message: string;
      readonly words: Word;
      readonly line: number | null;
      readonly column: number | null;
    };

const BARE = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\bInfinity\b|\bNaN\b/gs;

/**
 * Reads the text of a config.json. Python writes bare `NaN` and `Infinity`, which are not JSON: outside strings they
 * are read as null, since no memory field may hold them. A byte order mark is skipped. Errors carry line and column.
 */
export function parseConfigText(text: string): ConfigText {
  if (text.length > MAX_CONFIG_CHARACTERS) {
    return refuse("too-large", word("reason.config-too-long", { megabytes: MAX_CONFIG_CHARACTERS / 1e6 }));
  }
  const read = readPythonJson(text);
  if (!read.ok) return { code: "not-json", ...read };
  if (isRecord(read.value)) return { ok: true, config: read.value };
  return refuse("not-an-object", word("reason.config-not-object"));
}

export type PythonJson =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly message: string;
      readonly words: Word;
      readonly line: number | null;
      readonly column: number | null;
    };

/** Reads JSON as Python writes it: bare `NaN` and `Infinity` are read as null. Errors carry line and column. */
export function readPythonJson(text: string): PythonJson {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (source.trim() === "") return unreadable(word("reason.text-empty"), null, null);
  const json = source.replace(BARE, (token) => (token.startsWith('"') ? token : "null"));
  try {
    return { ok: true, value: JSON.parse(json) };
  } catch {
    return notJson(json);
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuse(code: "too-large" | "not-json" | "not-an-object", words: Word): ConfigText {
  return { code, ...unreadable(words, null, null) };
}

const unreadable = (words: Word, line: number | null, column: number | null) =>
  ({ ok: false, message: english(words), words, line, column }) as const;

function notJson(json: string): PythonJson {
  const offset = firstErrorOffset(json);
  const before = json.slice(0, offset);
  const line = before.split("\n").length;
  const column = offset - before.lastIndexOf("\n");
  return unreadable(word("reason.not-json", { line, column }), line, column);
}

const TOKEN =
  /\s+|[{}[\],:]|"(?:[^"\\\n\r\t]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Where the text stops being JSON. Engines word their own messages differently, and some give no position, so the
 * grammar is walked once more, only after a failure.
 */
function firstErrorOffset(json: string): number {
  const closers: string[] = [];
  let expect: "value" | "key" | "colon" | "next" = "value";
  let first = false;
  let at = 0;
  while (at < json.length) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(json)?.[0];
    if (token === undefined) return at;
    if (token.trim() !== "") {
      const step = advance(token, expect, closers, first);
      if (step === null) return at;
      expect = step.expect;
      first = step.first;
    }
    at += token.length;
  }
  return json.length;
}

type Expected = "value" | "key" | "colon" | "next";

function advance(
  token: string,
  expect: Expected,
  closers: string[],
  first: boolean,
): { expect: Expected; first: boolean } | null {
  const closes = token === "}" || token === "]";
  if (closes && (expect === "next" || first) && closers.at(-1) === token) {
    closers.pop();
    return { expect: "next", first: false };
  }
  if (expect === "value") return closes ? null : openOrValue(token, closers);
  if (expect === "key") return token.startsWith('"') ? { expect: "colon", first: false } : null;
  if (expect === "colon") return token === ":" ? { expect: "value", first: false } : null;
  if (token !== "," || closers.length === 0) return null;
  return { expect: closers.at(-1) === "}" ? "key" : "value", first: false };
}

function openOrValue(token: string, closers: string[]): { expect: Expected; first: boolean } | null {
  if (token === "{" || token === "[") {
    closers.push(token === "{" ? "}" : "]");
    return { expect: token === "{" ? "key" : "value", first: true };
  }
  return token === "," || token === ":" ? null : { expect: "next", first: false };
}
