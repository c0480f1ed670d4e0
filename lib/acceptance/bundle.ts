import { z } from "zod";
import { digestOf } from "@/lib/digest/canonical";

const hex = z.string().regex(/^[0-9a-f]{64}$/);
/** The record is checked as a whole by its digest; here only what the check itself reads. */
const recordSchema = z.looseObject({
  schema: z.literal("headroom-review/1"),
  evidence: z.array(z.looseObject({ id: z.string(), sha256: hex })).max(10_000),
  /** One where the record is of before two could be asked for. */
  signaturesNeeded: z.number().int().min(1).max(2).optional(),
});

const signatureSchema = z.looseObject({
  decision: z.string(),
  conditions: z.string().nullable(),
  lookAgainOn: z.string().nullable(),
  by: z.string().nullable(),
  /** In whose place, where signing was delegated. */
  onBehalfOf: z.string().nullable().optional(),
  at: z.string(),
  digest: hex,
  record: recordSchema,
  void: z.looseObject({ at: z.string() }).nullable(),
});

/** What a decision is handed over as: the record, who signed which digest, and the evidence with its bytes. */
export const bundleSchema = z.looseObject({
  schema: z.literal("headroom-bundle/1"),
  review: z.string(),
  workspace: z.string(),
  digest: hex,
  record: recordSchema,
  signatures: z.array(signatureSchema).max(1_000),
  evidence: z
    .array(
      z.looseObject({
        id: z.string(),
        sha256: hex,
        fileName: z.string(),
        /** Base64; null where it was erased or left out for size. */
        bytes: z.base64().nullable(),
        erased: z.boolean(),
      }),
    )
    .max(10_000),
});
export type Bundle = z.infer<typeof bundleSchema>;

export interface EvidenceCheck {
  readonly sha256: string;
  readonly fileName: string | null;
  /** Null where no bytes are at hand: then nothing was checked, which is no "holds". */
  readonly holds: boolean | null;
  readonly why: "missing" | "erased" | "left-out" | "other-bytes" | null;
}

export interface SignatureCheck {
  readonly decision: string;
  readonly by: string | null;
  readonly at: string;
  readonly digest: string;
  /** The digest that was signed is that of the record that was signed. */
  readonly holds: boolean;
  /** It signs the record that this bundle hands over, and was not ended since. */
  readonly stands: boolean;
}

export interface BundleCheck {
  /** Recomputed over the record. */
  readonly digest: string;
  readonly stated: string;
  /** Digest and every signature hold, and no evidence has other bytes than the record binds. */
  readonly holds: boolean;
  readonly signatures: readonly SignatureCheck[];
  /** As many signatures stand on this record as it asks for. */
  readonly signed: boolean;
  readonly evidence: readonly EvidenceCheck[];
  /** Evidence of the record whose bytes were not at hand. */
  readonly notChecked: number;
}

/**
 * Checks a bundle with nothing but itself: the digest over the canonical JSON of the record, each signature over its
 * own record, and the SHA-256 of each evidence. `hashOf` gives the hash of base64 bytes; `extra` are hashes of files
 * that were handed over beside the bundle.
 */
export function verifyBundle(
  bundle: Bundle,
  hashOf: (base64: string) => string,
  extra: readonly string[] = [],
): BundleCheck {
  const digest = digestOf(bundle.record);
  const signatures = bundle.signatures.map((s): SignatureCheck => {
    const holds = digestOf(s.record) === s.digest;
    const { decision, by, at } = s;
    return { decision, by, at, digest: s.digest, holds, stands: holds && s.digest === digest && s.void === null };
  });
  const evidence = bundle.record.evidence.map((bound): EvidenceCheck => {
    const piece = bundle.evidence.find((e) => e.id === bound.id);
    const at = { sha256: bound.sha256, fileName: piece?.fileName ?? null };
    if (extra.includes(bound.sha256)) return { ...at, holds: true, why: null };
    if (piece === undefined) return { ...at, holds: null, why: "missing" };
    if (piece.bytes === null) return { ...at, holds: null, why: piece.erased ? "erased" : "left-out" };
    const same = hashOf(piece.bytes) === bound.sha256 && piece.sha256 === bound.sha256;
    return { ...at, holds: same, why: same ? null : "other-bytes" };
  });
  return {
    digest,
    stated: bundle.digest,
    holds: digest === bundle.digest && signatures.every((s) => s.holds) && evidence.every((e) => e.holds !== false),
    signatures,
    signed: signatures.filter((s) => s.stands).length >= (bundle.record.signaturesNeeded ?? 1),
    evidence,
    notChecked: evidence.filter((e) => e.holds === null).length,
  };
}
