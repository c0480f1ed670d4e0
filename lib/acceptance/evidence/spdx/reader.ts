import type { Json } from "@/lib/digest/canonical";
import { jsonMarks, jsonReader } from "../json-reader";
import { type ListedPackage, packageFacts, sha256In } from "../package-list";
import { type Fields, fieldAt, isFields, textAt } from "../perf-json";
import type { EvidenceWarning, Facts } from "../reader-contract";

const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((v): v is string => typeof v === "string") : [];

const isPurl = (ref: Fields): boolean => /^(?:purl|PACKAGE_MANAGER)$/i.test(textAt(ref, "referenceType") ?? "");

function packageOf(p: Fields): ListedPackage {
  const declared = textAt(p, "licenseDeclared");
  const concluded = textAt(p, "licenseConcluded");
  const purl = list(p.externalRefs).find(isPurl);
  return {
    id: textAt(p, "SPDXID") ?? "",
    name: textAt(p, "name"),
    version: textAt(p, "versionInfo"),
    license: concluded === null || concluded === "NOASSERTION" ? declared : concluded,
    purl: purl ? textAt(purl, "referenceLocator") : null,
  };
}

/** Ids that the document says it describes. */
function described(document: Fields): Set<string> {
  const relations = list(document.relationships);
  const forth = relations.filter((r) => r.relationshipType === "DESCRIBES").map((r) => textAt(r, "relatedSpdxElement"));
  const back = relations.filter((r) => r.relationshipType === "DESCRIBED_BY").map((r) => textAt(r, "spdxElementId"));
  return new Set([...texts(document.documentDescribes), ...[...forth, ...back].flatMap((id) => id ?? [])]);
}

function rootDigest(root: Fields | undefined): string | null {
  if (!root) return null;
  const sums = list(root.checksums)
    .filter((c) => c.algorithm === "SHA256")
    .map((c) => textAt(c, "checksumValue"));
  const refs = list(root.externalRefs).map((r) => textAt(r, "referenceLocator"));
  const found = [...sums, textAt(root, "versionInfo"), ...refs].flatMap((t) => sha256In(t) ?? []);
  return found[0] === undefined ? null : `sha256:${found[0]}`;
}

function factsOf(document: Fields): Record<string, Json> {
  const raw = list(document.packages);
  const ids = described(document);
  const root = raw.find((p) => ids.has(textAt(p, "SPDXID") ?? ""));
  const creators = texts(fieldAt(document, "creationInfo", "creators"));
  return {
    spec_version: textAt(document, "spdxVersion"),
    name: textAt(document, "name"),
    namespace: textAt(document, "documentNamespace"),
    created: textAt(document, "creationInfo", "created"),
    tools: creators.filter((c) => c.startsWith("Tool: ")).map((c) => c.slice("Tool: ".length)),
    describes: root ? textAt(root, "name") : null,
    digest: rootDigest(root),
    ...packageFacts(raw.map(packageOf)),
    files: list(document.files).length,
    relationships: list(document.relationships).length,
  };
}

function warningsOf(facts: Facts): EvidenceWarning[] {
  const found: EvidenceWarning[] = [];
  const add = (code: string, message: string) => found.push({ code, message });
  if (!/^SPDX-2\.[0-9]+$/.test(String(facts.spec_version))) add("VERSION_UNKNOWN", `not read: ${facts.spec_version}`);
  if (facts.packages === 0) add("NOTHING_MEASURED", "no package is listed");
  if (facts.repeated !== 0) add("INCONSISTENT", `${facts.repeated} packages stand twice`);
  if (facts.digest === null) add("NOT_PINNED", "it does not say which image it describes");
  return found;
}

/** SPDX 2 as JSON. */
export const reader = jsonReader({
  format: "spdx",
  tool: "spdx",
  recognise: (text) => jsonMarks(text, [/"spdxVersion"\s*:\s*"SPDX-/, /"SPDXID"\s*:/]),
  is: (value): value is Fields => isFields(value) && typeof value.spdxVersion === "string",
  version: (document) => textAt(document, "spdxVersion"),
  facts: factsOf,
  warnings: warningsOf,
  fatal: ["VERSION_UNKNOWN", "NOTHING_MEASURED", "INCONSISTENT"],
  needed: ["name", "created"],
});
