import { withQuantConfig } from "@/lib/memory/config-quantisation";
import { isRecord, parseConfigText } from "@/lib/memory/config-text";
import { parseGgufHeader } from "@/lib/memory/gguf-header";
import { ggufModel } from "@/lib/memory/gguf-model";
import { NotEstimable } from "@/lib/memory/not-estimable";
import { safetensorsHeaderLength, safetensorsSize } from "@/lib/memory/safetensors";
import type { CommandInput } from "../command";

type ReadFile = CommandInput["readFile"];
type Fields = Record<string, unknown>;

/** A named file that cannot be used: the code, the request's field, and why. */
export class ModelFileError extends Error {
  constructor(
    readonly code: string,
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Puts what the `…Path` fields name into the request: config.json with the hf_quant_config.json beside it, a
 * safetensors index or header, a GGUF header. A config given twice stays twice: the estimate refuses it.
 */
export function withModelFiles(value: unknown, { readFile }: Pick<CommandInput, "readFile">): unknown {
  if (!isRecord(value) || !isRecord(value.model)) return value;
  const request: Fields = { ...value };
  const model: Fields = { ...value.model };
  request.model = model;
  if (typeof model.configPath === "string" && model.config == null) {
    model.config = readConfigFile(model.configPath, readFile);
    delete model.configPath;
  }
  if (typeof model.safetensorsIndexPath === "string") {
    Object.assign(model, readSafetensors(model.safetensorsIndexPath, model, readFile));
    delete model.safetensorsIndexPath;
  }
  if (typeof model.ggufPath === "string" && model.config == null && model.preset == null) {
    const { config, parameters, weightBytes, weightFormat } = readGguf(model.ggufPath, readFile);
    Object.assign(model, { config, parameters: model.parameters ?? parameters });
    model.weightBytes ??= weightBytes;
    if (request.weightFormat == null || request.weightFormat === "auto") request.weightFormat = weightFormat;
    delete model.ggufPath;
  }
  return request;
}

function readConfigFile(path: string, readFile: ReadFile): unknown {
  const field = "model.configPath";
  const config = parsed(readText(path, field, readFile), path, field);
  const beside = path.replace(/[^/\\]*$/, "hf_quant_config.json");
  const quantText = maybeText(beside, readFile);
  return quantText === null ? config : withQuantConfig(config, parsed(quantText, beside, field));
}

function parsed(text: string, path: string, field: string): Readonly<Record<string, unknown>> {
  const result = parseConfigText(text);
  if (result.ok) return result.config;
  throw new ModelFileError(result.code.toUpperCase().replaceAll("-", "_"), field, `${path}: ${result.message}`);
}

function bytesOf(path: string, field: string, readFile: ReadFile, firstBytes?: number): Uint8Array {
  try {
    return readFile(path, firstBytes);
  } catch (problem) {
    const why = problem instanceof Error ? problem.message : "unreadable";
    throw new ModelFileError("UNREADABLE_FILE", field, `${path}: ${why}`);
  }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder("utf-8").decode(bytes);
const readText = (path: string, field: string, readFile: ReadFile): string => textOf(bytesOf(path, field, readFile));

/** The text of a file that need not be there. */
function maybeText(path: string, readFile: ReadFile): string | null {
  try {
    return textOf(readFile(path));
  } catch {
    return null;
  }
}

/** True bytes, and the parameters where the file tells them; what the request states itself wins. */
function readSafetensors(path: string, model: Fields, readFile: ReadFile): Fields {
  const field = "model.safetensorsIndexPath";
  refusePart(path, field);
  const found = path.endsWith(".safetensors") ? fromHeader(path, field, readFile) : fromIndex(path, field, readFile);
  const parameters = model.parameters ?? found.parameters;
  return { weightBytes: model.weightBytes ?? found.bytes, ...(parameters == null ? {} : { parameters }) };
}

interface FoundSize {
  readonly bytes: string;
  readonly parameters: string | null;
}

function fromHeader(path: string, field: string, readFile: ReadFile): FoundSize {
  return named(field, path, () => {
    const length = safetensorsHeaderLength(bytesOf(path, field, readFile, 8));
    const header = textOf(bytesOf(path, field, readFile, 8 + length).subarray(8));
    const { bytes, parameters } = safetensorsSize(header);
    return { bytes: String(bytes), parameters: String(parameters) };
  });
}

/** `metadata` of a model.safetensors.index.json: the bytes of all tensors, in newer files their parameters too. */
function fromIndex(path: string, field: string, readFile: ReadFile): FoundSize {
  const index = parsed(readText(path, field, readFile), path, field);
  const metadata = isRecord(index.metadata) ? index.metadata : {};
  const bytes = wholeOf(metadata.total_size);
  if (bytes === null) throw new ModelFileError("MISSING_FIELD", field, `${path} states no metadata.total_size`);
  return { bytes, parameters: wholeOf(metadata.total_parameters) };
}

const wholeOf = (value: unknown): string | null =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? String(value) : null;

/** A header with the vocabulary of the largest model fits well below. */
const GGUF_HEADER_BYTES = 64 * 1024 * 1024;

/** Names that tools give to the parts of one model: each header tells of its own part alone. */
const PART = /-(\d{5})-of-(\d{5})\.(safetensors|gguf)$/;

function refusePart(path: string, field: string): void {
  const parts = Number(PART.exec(path)?.[2] ?? 1);
  if (parts === 1) return;
  const instead = field === "model.ggufPath" ? "join them first" : "give model.safetensors.index.json";
  throw new ModelFileError("UNUSABLE_FILE", field, `${path}: one of ${parts} parts, ${instead}`);
}

function readGguf(path: string, readFile: ReadFile) {
  const field = "model.ggufPath";
  refusePart(path, field);
  return named(field, path, () => ggufModel(parseGgufHeader(bytesOf(path, field, readFile, GGUF_HEADER_BYTES))));
}

/** What a header cannot say is unusable input here: the file and the reason are told. */
function named<T>(field: string, path: string, read: () => T): T {
  try {
    return read();
  } catch (problem) {
    if (!(problem instanceof NotEstimable)) throw problem;
    throw new ModelFileError("UNUSABLE_FILE", field, `${path}: ${problem.message}`);
  }
}
