import type { ModelPreset } from "./schema";

type Config = Readonly<Record<string, unknown>>;

/**
 * A language model or encoder as facts: `config` in the names of a Hugging Face config.json, `readIn` the public
 * repository in which the published file was read.
 */
export function languageModel(id: string, readIn: string, config: Config, kind: "language" | "encoder" = "language") {
  const [owner = "", repository = id] = id.split("/");
  return {
    id,
    name: repository.replaceAll("-", " ").replaceAll("_", " "),
    family: owner.toLowerCase(),
    kind,
    config,
    components: null,
    parameters: null,
    source: `config.json of ${id}, read in ${readIn}`,
    dated: "2026-11-30",
  } satisfies ModelPreset;
}

/**
 * A language model whose published file was not read again: dimensions as generally known, and `checked` says what
 * they were held against.
 */
export function knownModel(id: string, checked: string, config: Config) {
  return { ...languageModel(id, "", config), source: `dimensions as generally known, file not read; ${checked}` };
}

/** A list of `length` entries that repeats `pattern`: layer types in their usual rhythm. */
export function cycle<T>(pattern: readonly T[], length: number): T[] {
  return Array.from({ length }, (_, index) => pattern[index % pattern.length] as T);
}

/** A list by runs of equal entries. */
export function runs<T>(...parts: readonly (readonly [value: T, times: number])[]): T[] {
  return parts.flatMap(([value, times]) => new Array<T>(times).fill(value));
}
