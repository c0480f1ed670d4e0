import { MAX_JSON_DEPTH, MAX_PAYLOADS } from "./limits";

interface JsonPayload {
  /** The value, or null when it cannot be parsed even leniently. */
  readonly value: unknown;
  /** JSON.parse takes it as it is: no bare NaN or Infinity. */
  readonly strict: boolean;
}

export interface JsonScan {
  readonly payloads: readonly JsonPayload[];
  /** The last object or list has no end. */
  readonly truncated: boolean;
  /** Text outside the payloads with the index of its line; blank lines and separators left out. */
  readonly outside: readonly { readonly lineIndex: number; readonly text: string }[];
}

const BARE = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\bInfinity\b|\bNaN\b/gs;

/** Python writes bare `NaN` and `Infinity`: NaN is no number (null), Infinity becomes the text "inf" as newer tools write. */
function lenient(text: string): unknown {
  const fixed = text.replace(BARE, (token) => {
    if (token.startsWith('"')) return token;
    return token === "NaN" ? "null" : token.startsWith("-") ? '"-inf"' : '"inf"';
  });
  return JSON.parse(fixed);
}

function parse(text: string): JsonPayload {
  try {
    return { value: JSON.parse(text), strict: true };
  } catch {
    try {
      return { value: lenient(text), strict: false };
    } catch {
      return { value: null, strict: false };
    }
  }
}

/** Where the object or list that begins at `from` ends (exclusive); null when it never does or nests too deep. */
function endOf(text: string, from: number): number | null {
  let depth = 0;
  let inString = false;
  for (let i = from; i < text.length; i += 1) {
    const c = text[i];
    if (inString) {
      if (c === "\\") i += 1;
      else if (c === '"') inString = false;
    } else if (c === '"') inString = true;
    else if (c === "{" || c === "[") {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return null;
    } else if (c === "}" || c === "]") {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return null;
}

/** `[INFO] …` before the payload is a log line, not a broken list. */
const isLogMark = (text: string, payload: JsonPayload): boolean =>
  payload.value === null && text.startsWith("[") && text.length < 200;

/** Finds the JSON values in a text: one, several one after the other (appended results), with text before or after. */
export function scanJson(text: string): JsonScan {
  const payloads: JsonPayload[] = [];
  const outside: { lineIndex: number; text: string }[] = [];
  let lineIndex = 0;
  const pass = (part: string, keep: boolean) => {
    part.split("\n").forEach((line, i) => {
      if (i > 0) lineIndex += 1;
      if (keep && !/^[\s,]*$/.test(line)) outside.push({ lineIndex, text: line });
    });
  };
  let at = 0;
  while (payloads.length < MAX_PAYLOADS) {
    const begin = text.slice(at).search(/[{[]/);
    if (begin < 0) {
      pass(text.slice(at), true);
      return { payloads, truncated: false, outside };
    }
    pass(text.slice(at, at + begin), true);
    const end = endOf(text, at + begin);
    if (end === null) return { payloads, truncated: true, outside };
    const part = text.slice(at + begin, end);
    const payload = parse(part);
    const mark = isLogMark(part, payload);
    if (!mark) payloads.push(payload);
    pass(part, mark);
    at = end;
  }
  return { payloads, truncated: true, outside };
}
