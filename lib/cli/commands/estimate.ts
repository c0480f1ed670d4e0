import { z } from "zod";
import type { Estimate, Reason } from "@/lib/memory/answer";
import { estimate } from "@/lib/memory/estimate";
import { estimateRequestSchema, parseEstimateRequest } from "@/lib/memory/schema";
import type { Command, CommandInput } from "../command";
import { KNOWN_COMMANDS } from "../known-commands";
import { type ElementResult, runBatch, unusable } from "./batch";
import { ModelFileError, withModelFiles } from "./model-files";

const OPTIONS = new Set(["pretty"]);

/** `headroom estimate FILE|-`: what a request needs in GPU memory, part by part, and whether it fits. */
export const command: Command = {
  name: "estimate",
  summary: KNOWN_COMMANDS.estimate.summary,
  usage: KNOWN_COMMANDS.estimate.usage,
  schema: () => z.toJSONSchema(estimateRequestSchema, { io: "input" }),
  run: (input) => {
    const unknown = Object.keys(input.options).find((name) => !OPTIONS.has(name));
    if (unknown !== undefined) return unusable("UNKNOWN_OPTION", `--${unknown}`, "estimate has no such option");
    return runBatch(input, (value) => estimateOne(value, input));
  },
};

/** A card or a preset that the catalogue does not know is a slip in the input, not a model that cannot be estimated. */
function unknownName(output: Estimate): Reason | undefined {
  if (output.verdict !== "not-estimable") return undefined;
  return output.reasons.find((r) => r.code === "unusable-field" && /^(gpu(\.id)?|model\.preset)$/.test(r.field ?? ""));
}

/** None or two sources of the model are a slip in the input too. */
function hasNotOneModel(output: Estimate): boolean {
  return (
    output.verdict === "not-estimable" && output.reasons.some((r) => r.code === "unusable-field" && r.field === "model")
  );
}

function estimateOne(value: unknown, input: CommandInput): ElementResult {
  try {
    const parsed = parseEstimateRequest(withModelFiles(value, input));
    if (!parsed.ok) return unusable(parsed.code, parsed.path, parsed.message);
    const output = estimate(parsed.request);
    if (hasNotOneModel(output))
      return unusable("MODEL_SOURCE", "model", "state exactly one of config, configPath, preset, ggufPath");
    const unknown = unknownName(output);
    if (unknown) return unusable("UNKNOWN_NAME", unknown.field ?? "", unknown.message);
    return { output, exitCode: output.verdict === "does-not-fit" ? 1 : 0 };
  } catch (problem) {
    if (problem instanceof ModelFileError) return unusable(problem.code, problem.path, problem.message);
    throw problem;
  }
}
