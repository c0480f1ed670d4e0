import type { Json } from "@/lib/digest/canonical";
import { onCurrent } from "./against-threshold";
import type { CheckInput } from "./checks";
import { type Criterion, failed, notEvidenced, passed } from "./criterion";
import { type EvidenceItem, numberFact, textFact, textsFact } from "./selection";

/** Signature, list of contents and weaknesses of the image. */
export const IMAGE_FORMATS = ["cosign-verify", "spdx", "cyclonedx", "trivy", "grype"] as const;

const hash = (text: string): string | null => /sha256:[0-9a-f]{64}/.exec(text)?.[0] ?? null;

/** Digests of the image that a tool says it looked at. */
function digestsOf(e: EvidenceItem): string[] {
  const one = [textFact(e, "digest"), textFact(e, "manifest_digest")].flatMap((d) => d ?? []);
  const all = [...one, ...textsFact(e, "digests"), ...textsFact(e, "repo_digests")];
  return [...new Set(all.flatMap((d) => hash(d) ?? []))];
}

/** What was looked at has to be the brief's image, by its digest: a name can be moved to another one. */
function imageFault(wanted: string | null, e: EvidenceItem): "no-limit" | "image-not-pinned" | "other-image" | null {
  if (wanted === null || hash(wanted) === null) return "no-limit";
  const digests = digestsOf(e);
  if (digests.length === 0) return "image-not-pinned";
  return digests.length === 1 && digests[0] === hash(wanted) ? null : "other-image";
}

function given(id: string, wanted: string | null, e: EvidenceItem, seen: Json) {
  return { id, seen, limit: wanted, limitSource: "brief:runtime.imageDigest", evidenceIds: [e.id] };
}

/** `cosign verify`: it answered that the signature holds, with the checks it made, and for the brief's image. */
function signature(wanted: string | null, e: EvidenceItem): Criterion[] {
  const all = given("image-signature", wanted, e, digestsOf(e));
  if (typeof e.facts.error === "string") return [failed({ ...all, seen: e.facts.error }, "signature-not-verified")];
  const fault = imageFault(wanted, e);
  if (fault !== null) return [notEvidenced(all, fault)];
  const shown = e.facts.verified === true && e.facts.claims_validated === true && e.facts.certificate_or_key === true;
  return [shown ? passed(all) : notEvidenced(all, "signature-not-verified")];
}

/** SPDX or CycloneDX: what is in the brief's image. */
function contents(wanted: string | null, e: EvidenceItem): Criterion[] {
  const packages = numberFact(e, "packages");
  const all = given("image-contents", wanted, e, packages);
  const fault = imageFault(wanted, e);
  if (fault !== null) return [notEvidenced(all, fault)];
  return [(packages ?? 0) > 0 ? passed(all) : notEvidenced(all, "not-readable")];
}

interface Weaknesses {
  readonly critical: number;
  readonly graveFixable: number;
  readonly grave: number;
}

function weaknessesOf(e: EvidenceItem): Weaknesses | null {
  const by = e.facts.by_severity;
  if (typeof by !== "object" || by === null || Array.isArray(by)) return null;
  const { critical, high } = by as Readonly<Record<string, Json>>;
  const fixable = numberFact(e, "grave_fixable");
  if (typeof critical !== "number" || typeof high !== "number" || fixable === null) return null;
  return { critical, graveFixable: fixable, grave: critical + high };
}

/**
 * Trivy or Grype over the brief's image: a secret in it fails; grave weaknesses that an update mends, and critical ones
 * that none mends yet, are asked about. No published limit says how many are too many.
 */
function weaknesses(wanted: string | null, e: EvidenceItem): Criterion[] {
  const secrets = numberFact(e, "secrets");
  const held =
    secrets !== null && secrets > 0
      ? [failed({ ...given("image-secrets", null, e, secrets), limit: 0, limitSource: null }, "secrets-found")]
      : [];
  const found = weaknessesOf(e);
  const all = { ...given("image-weaknesses", wanted, e, found?.grave ?? null), limit: 0, limitSource: null };
  const fault = imageFault(wanted, e);
  if (fault !== null) return [...held, notEvidenced(all, fault)];
  if (found === null) return [...held, notEvidenced(all, "not-readable")];
  const open = found.graveFixable > 0 || found.critical > 0 || e.facts.os_out_of_support === true;
  return [...held, open ? notEvidenced(all, "grave-weaknesses", { count: found.grave }) : passed(all)];
}

/** Origin and safety of the image by the tools that were sent; one that was not sent adds no line. */
export function imageCriteria({ brief, selection }: CheckInput): Criterion[] {
  const wanted = brief.runtime.imageDigest;
  return onCurrent(selection, IMAGE_FORMATS, (e) => {
    if (e.format === "cosign-verify") return signature(wanted, e);
    return e.format === "trivy" || e.format === "grype" ? weaknesses(wanted, e) : contents(wanted, e);
  });
}
