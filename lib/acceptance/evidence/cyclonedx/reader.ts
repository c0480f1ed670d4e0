import type { Json } from "@/lib/digest/canonical";
import { jsonMarks, jsonReader } from "../json-reader";
import { type ListedPackage, packageFacts, sha256In } from "../package-list";
import { type Fields, fieldAt, isFields, textAt } from "../perf-json";
import type { EvidenceWarning, Facts } from "../reader-contract";

const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

function licenseOf(component: Fields): string | null {
  const names = list(component.licenses).flatMap(
    (l) => textAt(l, "expression") ?? textAt(l, "license", "id") ?? textAt(l, "license", "name") ?? [],
  );
  return names.length === 0 ? null : names.join(" AND ");
}

const packageOf = (c: Fields, index: number): ListedPackage => ({
  id: textAt(c, "bom-ref") ?? textAt(c, "purl") ?? `${textAt(c, "name")}@${textAt(c, "version")}#${index}`,
  name: textAt(c, "name"),
  version: textAt(c, "version"),
  license: licenseOf(c),
  purl: textAt(c, "purl"),
});

const MAX_NESTING = 8;

/** Components hold components. */
function allComponents(components: readonly Fields[], depth = 0): Fields[] {
  if (depth > MAX_NESTING) return [];
  return components.flatMap((c) => [c, ...allComponents(list(c.components), depth + 1)]);
}

/** Newer documents list tools under `components`, older ones directly. */
function toolsOf(document: Fields): string[] {
  const tools = fieldAt(document, "metadata", "tools");
  const found = Array.isArray(tools) ? list(tools) : list(fieldAt(tools, "components"));
  return found.map((t) => [textAt(t, "name"), textAt(t, "version")].filter((v) => v !== null).join(" "));
}

function digestOf(root: unknown): string | null {
  const hashes = list(fieldAt(root, "hashes"))
    .filter((h) => h.alg === "SHA-256")
    .map((h) => textAt(h, "content"));
  const found = [textAt(root, "purl"), textAt(root, "version"), textAt(root, "name"), ...hashes].flatMap(
    (t) => sha256In(t) ?? [],
  );
  return found[0] === undefined ? null : `sha256:${found[0]}`;
}

function factsOf(document: Fields): Record<string, Json> {
  const root = fieldAt(document, "metadata", "component");
  const isSoftware = (c: Fields) => c.type !== "file" && c.type !== "operating-system";
  const packages = allComponents(list(document.components)).filter(isSoftware);
  return {
    spec_version: textAt(document, "specVersion"),
    serial_number: textAt(document, "serialNumber"),
    created: textAt(document, "metadata", "timestamp"),
    tools: toolsOf(document),
    describes: textAt(root, "name"),
    digest: digestOf(root),
    ...packageFacts(packages.map(packageOf)),
    dependencies: list(document.dependencies).length,
    vulnerabilities: Array.isArray(document.vulnerabilities) ? document.vulnerabilities.length : null,
  };
}

function warningsOf(facts: Facts): EvidenceWarning[] {
  const found: EvidenceWarning[] = [];
  const add = (code: string, message: string) => found.push({ code, message });
  if (!/^1\.[2-9]$/.test(String(facts.spec_version))) add("VERSION_UNKNOWN", `not read: ${facts.spec_version}`);
  if (facts.packages === 0) add("NOTHING_MEASURED", "no component is listed");
  if (facts.repeated !== 0) add("INCONSISTENT", `${facts.repeated} components stand twice`);
  if (facts.digest === null) add("NOT_PINNED", "it does not say which image it describes");
  return found;
}

/** CycloneDX as JSON. */
export const reader = jsonReader({
  format: "cyclonedx",
  tool: "cyclonedx",
  recognise: (text) => jsonMarks(text, [/"bomFormat"\s*:\s*"CycloneDX"/, /"specVersion"\s*:/]),
  is: (value): value is Fields => isFields(value) && value.bomFormat === "CycloneDX",
  version: (document) => textAt(document, "specVersion"),
  facts: factsOf,
  warnings: warningsOf,
  fatal: ["VERSION_UNKNOWN", "NOTHING_MEASURED", "INCONSISTENT"],
  needed: ["spec_version"],
});
