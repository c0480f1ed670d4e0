import { decodeText } from "@/lib/acceptance/evidence/decode";
import { readPythonJson } from "@/lib/memory/config-text";
import type { CommandError, CommandInput, CommandResult, ExitCode } from "../command";

export type ElementResult = { readonly output: object; readonly exitCode: ExitCode };

/** An element that cannot be used: the reason takes its place, the others are still computed. */
export function unusable(code: string, path: string, message: string): ElementResult {
  const output: CommandError = { error: { code, path, message } };
  return { output, exitCode: 2 };
}

function idOf(element: unknown): Record<string, unknown> {
  const id = typeof element === "object" && element !== null && "id" in element ? element.id : undefined;
  return typeof id === "string" ? { id } : {};
}

/**
 * One JSON value in, one out; an array in gives an array out in the same order. The exit code is the worst of all
 * elements: unusable input (2) before a failed verdict (1).
 */
export function runBatch(input: CommandInput, one: (element: unknown) => ElementResult): CommandResult {
  const [file] = input.files;
  if (file === undefined || input.files.length > 1) return unusable("USAGE", "", "name one JSON file, or -");
  const text = decodeText(file.bytes);
  const read = readPythonJson(text ?? "");
  if (!read.ok) return unusable("NOT_JSON", file.name, `the input is not JSON: ${read.message}`);
  const { value } = read;
  const elements: unknown[] = Array.isArray(value) ? value : [value];
  const results = elements.map((element) => {
    const { output, exitCode } = one(element);
    return { output: { ...idOf(element), ...output }, exitCode };
  });
  const codes = results.map((r) => r.exitCode);
  const exitCode: ExitCode = codes.includes(2) ? 2 : codes.includes(1) ? 1 : 0;
  return { output: Array.isArray(value) ? results.map((r) => r.output) : results[0]?.output, exitCode };
}
