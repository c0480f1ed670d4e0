import type { CommandError } from "./command";

export type ReadJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: CommandError };

/** An input file of JSON holds requests, not data sets. */
const MAX_INPUT_BYTES = 64 * 1024 * 1024;

export const commandError = (code: string, path: string, message: string): CommandError => ({
  error: { code, path, message },
});

/** Reads the one JSON value of a command's input; every failure says what to do. */
export function readJson(name: string, bytes: Uint8Array): ReadJson {
  if (bytes.length > MAX_INPUT_BYTES)
    return { ok: false, error: commandError("too-large", name, "larger than 64 MiB") };
  const text = new TextDecoder("utf-8").decode(bytes);
  if (text.trim() === "") return { ok: false, error: commandError("empty-input", name, "the input is empty") };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (problem) {
    const why = problem instanceof Error ? problem.message : "unreadable";
    return { ok: false, error: commandError("not-json", name, `not JSON: ${why}`) };
  }
}
