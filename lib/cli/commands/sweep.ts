import { z } from "zod";
import { sweepSchema } from "@/lib/boundary/sweep/schema";
import { sweep } from "@/lib/boundary/sweep/sweep";
import type { Command, CommandInput } from "../command";
import { KNOWN_COMMANDS } from "../known-commands";
import { type ElementResult, runBatch, unusable } from "./batch";
import { ModelFileError, withModelFiles } from "./model-files";

function one(value: unknown, input: CommandInput): ElementResult {
  try {
    const parsed = sweepSchema.safeParse(withModelFiles(value, input));
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const extra = issue?.code === "unrecognized_keys" ? [issue.keys[0] ?? ""] : [];
      const path = [...(issue?.path ?? []), ...extra].map(String).join(".");
      const code = extra.length > 0 ? "UNKNOWN_FIELD" : "INVALID_FIELD";
      return unusable(code, path, issue?.message ?? "not a sweep input");
    }
    const result = sweep(parsed.data);
    if (!result.ok) return unusable("INVALID_FIELD", result.field, result.message);
    return { output: result.answer, exitCode: result.answer.cheapest === null ? 1 : 0 };
  } catch (problem) {
    if (problem instanceof ModelFileError) return unusable(problem.code, problem.path, problem.message);
    throw problem;
  }
}

/** `headroom sweep`: every combination of cards, parallelism, formats and contexts, priced and ranked. */
export const command: Command = {
  name: "sweep",
  summary: KNOWN_COMMANDS.sweep.summary,
  usage: KNOWN_COMMANDS.sweep.usage,
  schema: () => z.toJSONSchema(sweepSchema, { io: "input", unrepresentable: "any" }),
  run: (input) => runBatch(input, (value) => one(value, input)),
};
