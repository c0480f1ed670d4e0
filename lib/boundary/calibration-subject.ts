import type { BriefContent } from "@/lib/brief/schema";
import { digestOf } from "@/lib/digest/canonical";
import { parseEstimateRequest } from "@/lib/memory/schema";
import { estimateRequestOf } from "./estimate-request";

/**
 * Digest of what a calibration holds for: the model in its format on its engine and version, whatever the card and the
 * load. Null for a brief without an estimate.
 */
export function calibrationSubject(content: BriefContent): string | null {
  const asked = estimateRequestOf(content);
  if (!asked.ok) return null;
  const parsed = parseEstimateRequest(asked.request);
  if (!parsed.ok) return null;
  const { model, weightFormat, run } = parsed.request;
  const engine =
    run.kind === "serve"
      ? { engine: run.engine, version: run.engineVersion ?? null }
      : run.kind === "train"
        ? { framework: run.framework ?? null, method: run.method }
        : null;
  return digestOf({ model, weightFormat, kind: run.kind, engine });
}
