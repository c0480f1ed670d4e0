/**
 * JSON with every number as the text that stood there: amounts must not pass through a binary float. Undefined for text
 * that is no JSON object or array (JSON Lines count as an array).
 */
export function parseBillJson(text: string): unknown {
  const trimmed = text.trimStart();
  if (!/^[[{]/.test(trimmed)) return undefined;
  const quoted = quoteNumbers(trimmed);
  return parse(quoted) ?? parseLines(quoted);
}

/** One JSON value with its numbers as text; undefined for text that is none. */
export const parseBillValue = (text: string): unknown => parse(quoteNumbers(text));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseLines(text: string): unknown {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2) return undefined;
  const values = lines.map(parse);
  return values.includes(undefined) ? undefined : values;
}

/** One pass: strings are skipped whole, a number outside of them gets quotes. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function quoteNumbers(text: string): string {
  return text.replace(TOKENS, (token) => (token.startsWith('"') ? token : `"${token}"`));
}
