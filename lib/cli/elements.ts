import { isRecord } from "@/lib/memory/config-text";
import type { CommandError, CommandInput, CommandResult, ExitCode } from "./command";
import { commandError, readJson } from "./read-json";

/** What one element of the input gives: an answer, or an error in its place. */
export type ElementResult =
  | { readonly ok: true; readonly output: unknown; readonly failed: boolean }
  | { readonly ok: false; readonly error: CommandError["error"] };

/**
 * Runs a command over its one JSON input. An array gives an array in the same order; a bad element gives its error in
 * its place and the others are still computed. Exit 2 when any element was unusable, 1 when any verdict failed.
 */
export function runElements(input: CommandInput, each: (value: unknown) => ElementResult): CommandResult {
  const [file] = input.files;
  if (file === undefined || input.files.length > 1) {
    const message = file === undefined ? "name one file, or - for standard input" : "one file at a time";
    return { output: commandError("usage", "", message), exitCode: 2 };
  }
  const read = readJson(file.name, file.bytes);
  if (!read.ok) return { output: read.error, exitCode: 2 };
  const { value } = read;
  if (!Array.isArray(value)) {
    const result = each(value);
    return { output: shown(value, result), exitCode: exitOf([result]) };
  }
  const results = value.map((element: unknown) => ({ element, result: each(element) }));
  const output = results.map(({ element, result }) => shown(element, result));
  return { output, exitCode: exitOf(results.map(({ result }) => result)) };
}

function shown(value: unknown, result: ElementResult): unknown {
  if (result.ok) return result.output;
  const id = isRecord(value) && typeof value.id === "string" ? value.id : null;
  return id === null ? { error: result.error } : { id, error: result.error };
}

function exitOf(results: readonly ElementResult[]): ExitCode {
  if (results.some((result) => !result.ok)) return 2;
  return results.some((result) => result.ok && result.failed) ? 1 : 0;
}
