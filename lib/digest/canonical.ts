import { sha256Hex } from "./sha256";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * RFC 8785 style text of a JSON value: keys sorted by UTF-16 code unit, no blanks, shortest number form, `undefined`
 * members left out. Equal values give equal text on every machine, so a digest over it can be checked offline.
 * Throws TypeError for what JSON cannot hold (NaN, functions, bigint, undefined in an array).
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError(`not a JSON number: ${value}`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (
    typeof value === "object" &&
    (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null)
  ) {
    const members = Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([k, v]) => `${JSON.stringify(k)}:${canonicalJson(v)}`);
    return `{${members.join(",")}}`;
  }
  throw new TypeError(`not a JSON value: ${typeof value}`);
}

/** Lower-case hex SHA-256 of the canonical text. */
export function digestOf(value: unknown): string {
  return sha256Hex(canonicalJson(value));
}
