import { isAlias, isMap, isScalar, isSeq, parseAllDocuments } from "yaml";

export interface YamlRead {
  /** Values of the documents that are not empty; null where one could not be read. */
  readonly values: readonly unknown[];
  /** First fault: syntax, a doubled key, an alias, or a text that is too long. */
  readonly fault: string | null;
}

/** Manifests are far shorter; reading longer ones would take too long. */
export const MAX_YAML_CHARS = 200_000;
const MAX_DEPTH = 64;

/** A doubled key or an alias anywhere: the first is an error that readers forgive, the second can grow without limit. */
function faultIn(node: unknown, depth: number): string | null {
  if (depth > MAX_DEPTH) return "nested too deep";
  if (isAlias(node)) return "aliases are not followed";
  if (isSeq(node)) return firstFault(node.items, depth);
  if (!isMap(node)) return null;
  const keys = new Set<string>();
  for (const { key } of node.items) {
    const text = isScalar(key) ? String(key.value) : null;
    if (text === null) return "a key that is no text";
    if (keys.has(text)) return `the key ${text.slice(0, 80)} stands twice`;
    keys.add(text);
  }
  return firstFault(
    node.items.map((i) => i.value),
    depth,
  );
}

function firstFault(nodes: readonly unknown[], depth: number): string | null {
  for (const n of nodes) {
    const fault = faultIn(n, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

/** Reads all documents of a YAML stream (JSON is YAML too). Never throws. */
export function readYaml(text: string): YamlRead {
  if (text.length > MAX_YAML_CHARS) return { values: [], fault: `longer than ${MAX_YAML_CHARS} characters` };
  let fault: string | null = null;
  const values: unknown[] = [];
  try {
    // Doubled keys are looked for below, in linear time.
    const parsed = parseAllDocuments(text, { uniqueKeys: false, merge: false, logLevel: "silent" });
    for (const doc of Array.isArray(parsed) ? parsed : []) {
      const found = doc.errors[0]?.message.split("\n")[0] ?? faultIn(doc.contents, 0);
      fault ??= found;
      const value: unknown = found === null ? doc.toJS({ maxAliasCount: 0 }) : null;
      if (found !== null || value !== null) values.push(value);
    }
  } catch {
    fault ??= "the text is no YAML";
  }
  return { values, fault };
}
