import { isRecord, parseConfigText } from "@/lib/memory/config-text";
import type { CommandInput } from "../command";

/** A file that a request names could not be used. */
export class ModelFileError extends Error {
  constructor(
    readonly code: string,
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}

/** Puts what the `…Path` fields name into the request. A config given twice stays twice: the estimate refuses it. */
export function withModelFiles(value: unknown, input: CommandInput): unknown {
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
  throw new ModelFileError(codeOf(config.code), "model.configPath", `${path}: ${config.message}`);
}

const codeOf = (code: string) => code.toUpperCase().replaceAll("-", "_");

function readText(path: string, field: string, input: CommandInput): string {
  try {
    return new TextDecoder("utf-8").decode(input.readFile(path));
  } catch (problem) {
    const why = problem instanceof Error ? problem.message : "unreadable";
    throw new ModelFileError("UNREADABLE_FILE", field, `${path}: ${why}`);
  }
}

/** `metadata.total_size` of a model.safetensors.index.json: the bytes of all tensors. */
function readIndexTotal(path: string, input: CommandInput): string {
  const field = "model.safetensorsIndexPath";
  const index = parseConfigText(readText(path, field, input));
  if (!index.ok) throw new ModelFileError(codeOf(index.code), field, `${path}: ${index.message}`);
  const metadata = isRecord(index.config.metadata) ? index.config.metadata : {};
  const total = metadata.total_size;
  if (typeof total === "number" && Number.isSafeInteger(total) && total > 0) return String(total);
  throw new ModelFileError("MISSING_FIELD", field, `${path} states no metadata.total_size`);
}
