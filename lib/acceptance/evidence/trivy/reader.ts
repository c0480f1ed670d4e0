import type { Json } from "@/lib/digest/canonical";
import { jsonMarks, jsonReader } from "../json-reader";
import { type Fields, fieldAt, isFields, numberAt, textAt } from "../perf-json";
import type { EvidenceWarning, Facts } from "../reader-contract";
import { type FoundWeakness, weaknessFacts } from "../severities";

const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((v): v is string => typeof v === "string") : [];

function weaknessesOf(result: Fields): FoundWeakness[] {
  const target = textAt(result, "Target") ?? "";
  return list(result.Vulnerabilities).map((v) => ({
    id: textAt(v, "VulnerabilityID") ?? "",
    in: [target, textAt(v, "PkgName"), textAt(v, "InstalledVersion"), textAt(v, "PkgPath"), textAt(v, "PkgID")].join(
      " ",
    ),
    severity: textAt(v, "Severity") ?? "UNKNOWN",
    fixable: textAt(v, "FixedVersion") !== null,
  }));
}

function factsOf(output: Fields): Record<string, Json> {
  const results = list(output.Results);
  const os = fieldAt(output, "Metadata", "OS");
  const end = fieldAt(os, "EOSL");
  const failing = results.flatMap((r) => list(r.Misconfigurations)).filter((m) => m.Status !== "PASS");
  return {
    schema_version: numberAt(output, "SchemaVersion"),
    artifact: textAt(output, "ArtifactName"),
    artifact_type: textAt(output, "ArtifactType"),
    created: textAt(output, "CreatedAt"),
    os: [textAt(os, "Family"), textAt(os, "Name")].filter((v) => v !== null).join(" ") || null,
    os_out_of_support: isFields(os) ? end === true : null,
    image_id: textAt(output, "Metadata", "ImageID"),
    repo_digests: texts(fieldAt(output, "Metadata", "RepoDigests")),
    targets: Array.isArray(output.Results) ? results.length : null,
    ...weaknessFacts(results.flatMap(weaknessesOf)),
    secrets: results.reduce((sum, r) => sum + list(r.Secrets).length, 0),
    misconfigurations: failing.length,
  };
}

function warningsOf(facts: Facts): EvidenceWarning[] {
  const found: EvidenceWarning[] = [];
  const add = (code: string, message: string) => found.push({ code, message });
  if (facts.schema_version !== 2) add("VERSION_UNKNOWN", `schema ${facts.schema_version} is not read`);
  if (facts.targets === null || facts.targets === 0) add("NOTHING_MEASURED", "nothing was scanned");
  if (facts.repeated !== 0) add("INCONSISTENT", `${facts.repeated} findings stand twice`);
  if (facts.os_out_of_support === true) add("OUT_OF_SUPPORT", `${facts.os} gets no security updates any more`);
  if (facts.secrets !== 0) add("SECRETS_FOUND", `${facts.secrets} secrets lie in it`);
  if (
    facts.artifact_type === "container_image" &&
    Array.isArray(facts.repo_digests) &&
    facts.repo_digests.length === 0
  ) {
    add("NOT_PINNED", "the image has no digest that could be pulled");
  }
  return found;
}

/** `trivy image --format json`, and of file systems. */
export const reader = jsonReader({
  format: "trivy",
  tool: "trivy",
  recognise: (text) => jsonMarks(text, [/"SchemaVersion"\s*:/, /"ArtifactName"\s*:/, /"(?:ArtifactType|Results)"\s*:/]),
  is: (value): value is Fields => isFields(value) && "SchemaVersion" in value && "ArtifactName" in value,
  version: (output) => textAt(output, "Trivy", "Version"),
  facts: factsOf,
  warnings: warningsOf,
  fatal: ["VERSION_UNKNOWN", "NOTHING_MEASURED", "INCONSISTENT"],
  needed: ["artifact"],
});
