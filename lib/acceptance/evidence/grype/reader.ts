import type { Json } from "@/lib/digest/canonical";
import { jsonMarks, jsonReader } from "../json-reader";
import { type Fields, fieldAt, isFields, textAt } from "../perf-json";
import { round } from "../perf-metrics";
import type { EvidenceWarning, Facts } from "../reader-contract";
import { type FoundWeakness, weaknessFacts } from "../severities";

const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((v): v is string => typeof v === "string") : [];

/** One weakness may be found in one package at several places, each its own match. */
const weaknessOf = (match: Fields): FoundWeakness => ({
  id: textAt(match, "vulnerability", "id") ?? "",
  in: [
    textAt(match, "artifact", "id"),
    textAt(match, "artifact", "name"),
    textAt(match, "artifact", "version"),
    textAt(match, "artifact", "type"),
    list(fieldAt(match, "artifact", "locations"))
      .map((l) => textAt(l, "path"))
      .join(":"),
  ].join(" "),
  severity: textAt(match, "vulnerability", "severity") ?? "Unknown",
  fixable: textAt(match, "vulnerability", "fix", "state") === "fixed",
});

/** Newer releases put the state of the database under `status`. */
const builtAt = (output: Fields): string | null =>
  textAt(output, "descriptor", "db", "built") ?? textAt(output, "descriptor", "db", "status", "built");

function ageDays(built: string | null, at: string | null): number | null {
  const [from, to] = [Date.parse(built ?? ""), Date.parse(at ?? "")];
  return Number.isFinite(from) && Number.isFinite(to) ? round((to - from) / 86_400_000, 2) : null;
}

function factsOf(output: Fields): Record<string, Json> {
  const target = fieldAt(output, "source", "target");
  const created = textAt(output, "descriptor", "timestamp");
  const built = builtAt(output);
  return {
    artifact: typeof target === "string" ? target : (textAt(target, "userInput") ?? null),
    artifact_type: textAt(output, "source", "type"),
    created,
    os:
      [textAt(output, "distro", "name"), textAt(output, "distro", "version")].filter((v) => v !== null).join(" ") ||
      null,
    image_id: textAt(target, "imageID"),
    manifest_digest: textAt(target, "manifestDigest"),
    repo_digests: texts(fieldAt(target, "repoDigests")),
    database_built: built,
    database_age_days: ageDays(built, created),
    ...weaknessFacts(list(output.matches).map(weaknessOf)),
    ignored: Array.isArray(output.ignoredMatches) ? output.ignoredMatches.length : 0,
  };
}

const OLD_DATABASE_DAYS = 5;

function warningsOf(facts: Facts): EvidenceWarning[] {
  const found: EvidenceWarning[] = [];
  const add = (code: string, message: string) => found.push({ code, message });
  if (facts.repeated !== 0) add("INCONSISTENT", `${facts.repeated} findings stand twice`);
  // Grype itself refuses a database older than five days unless told otherwise.
  if (typeof facts.database_age_days === "number" && facts.database_age_days > OLD_DATABASE_DAYS) {
    add("OLD_DATABASE", `the database was ${facts.database_age_days} days old`);
  }
  if (facts.ignored !== 0) add("FINDINGS_IGNORED", `${facts.ignored} findings were left out by a rule`);
  if (facts.artifact_type === "image" && Array.isArray(facts.repo_digests) && facts.repo_digests.length === 0) {
    add("NOT_PINNED", "the image has no digest that could be pulled");
  }
  return found;
}

/** `grype -o json`. */
export const reader = jsonReader({
  format: "grype",
  tool: "grype",
  // What a cut file still holds tells it from a list of digests, which it also names.
  recognise: (text) =>
    jsonMarks(text, [/"matches"\s*:\s*\[/, /"name"\s*:\s*"grype"|"matchDetails"\s*:|"userInput"\s*:/]),

  is: (value): value is Fields =>
    isFields(value) && Array.isArray(value.matches) && textAt(value, "descriptor", "name") === "grype",
  version: (output) => textAt(output, "descriptor", "version"),
  facts: factsOf,
  warnings: warningsOf,
  fatal: ["INCONSISTENT"],
  needed: ["artifact", "database_built"],
});
