import { z } from "zod";
import type { Estimate, Reason } from "@/lib/memory/answer";
import { isRecord, parseConfigText } from "@/lib/memory/config-text";
import { estimate } from "@/lib/memory/estimate";
import { estimateRequestSchema, parseEstimateRequest } from "@/lib/memory/schema";
import type { Command, CommandInput } from "../command";
import { type ElementResult, runBatch, unusable } from "./batch";

const OPTIONS = new Set(["pretty"]);

/** `headroom estimate FILE|-`: what a request needs in GPU memory, part by part, and whether it fits. */
export const command: Command = {
  name: "estimate",
  summary: "model, run and card → GPU memory part by part, with a range and a verdict",
  usage: "headroom estimate FILE|- [--pretty]",
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

class Unusable extends Error {
  constructor(
    readonly code: string,
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}

function estimateOne(value: unknown, input: CommandInput): ElementResult {
  try {
    const parsed = parseEstimateRequest(withFiles(value, input));
    if (!parsed.ok) return unusable(parsed.code, parsed.path, parsed.message);
    const output = estimate(parsed.request);
    const unknown = unknownName(output);
    if (unknown) return unusable("UNKNOWN_NAME", unknown.field ?? "", unknown.message);
    return { output, exitCode: output.verdict === "does-not-fit" ? 1 : 0 };
  } catch (problem) {
    if (problem instanceof Unusable) return unusable(problem.code, problem.path, problem.message);
    throw problem;
  }
}

/** Puts what the `…Path` fields name into the request. A config given twice stays twice: the estimate refuses it. */
function withFiles(value: unknown, input: CommandInput): unknown {
  if (!isRecord(value) || !isRecord(value.model)) return value;
  const model: Record<string, unknown> = { ...value.model };
  if (typeof model.configPath === "string" && (model.config === undefined || model.config === null)) {
    model.config = readConfigFile(model.configPath, input);
    delete model.configPath;
  }
  if (typeof model.safetensorsIndexPath === "string") {
    const total = readIndexTotal(model.safetensorsIndexPath, input);
    model.weightBytes ??= total;
    delete model.safetensorsIndexPath;
  }
  return { ...value, model };
}

function readConfigFile(path: string, input: CommandInput): unknown {
  const text = readText(path, "model.configPath", input);
  const config = parseConfigText(text);
  if (config.ok) return config.config;
  throw new Unusable(codeOf(config.code), "model.configPath", `${path}: ${config.message}`);
}

const codeOf = (code: string) => code.toUpperCase().replaceAll("-", "_");

function readText(path: string, field: string, input: CommandInput): string {
  try {
    return new TextDecoder("utf-8").decode(input.readFile(path));
  } catch (problem) {
    const why = problem instanceof Error ? problem.message : "unreadable";
    throw new Unusable("UNREADABLE_FILE", field, `${path}: ${why}`);
  }
}

/** `metadata.total_size` of a model.safetensors.index.json: the bytes of all tensors. */
function readIndexTotal(path: string, input: CommandInput): string {
  const field = "model.safetensorsIndexPath";
  const index = parseConfigText(readText(path, field, input));
  if (!index.ok) throw new Unusable(codeOf(index.code), field, `${path}: ${index.message}`);
  const metadata = isRecord(index.config.metadata) ? index.config.metadata : {};
  const total = metadata.total_size;
  if (typeof total === "number" && Number.isSafeInteger(total) && total > 0) return String(total);
  throw new Unusable("MISSING_FIELD", field, `${path} states no metadata.total_size`);
}
