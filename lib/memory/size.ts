import { Memo } from "./memo";
import type { ModelShape } from "./model-shape";
import { NotEstimable } from "./not-estimable";
import { countParameters, type ParameterCount } from "./parameters";
import type { EstimateRequest } from "./schema";
import { checkpointBytes, planWeights } from "./weights";
import { word } from "./word";

/** Totals of a model, as derived or as the request states them. */
export interface KnownSize {
  readonly total: string;
  readonly active: string;
  readonly weightBytes: string;
  /** Factor on every derived weight so that they meet a stated total. */
  readonly weightScale: number;
  /** Bytes beyond what the config describes (a tower or adapter in the stated total). */
  readonly extraBytes: number;
}

/** Towers and adapters stay at 16 bits in every quantised checkpoint seen. */
const PLAIN_BYTES = 2;

const derivedSizes = new Memo<ModelShape, { readonly count: ParameterCount; readonly derived: number }>();

/** A stated byte count wins over parameters × format, a stated parameter count over the derived one. */
export function knownSize(model: ModelShape, request: EstimateRequest): KnownSize {
  const { count, derived } = derivedSizes.of(model, request.weightFormat, () => ({
    count: countParameters(model),
    derived: checkpointBytes(model, planWeights(model, request.weightFormat)),
  }));
  const stated = whole(request.model.parameters, "model.parameters");
  const statedBytes = whole(request.model.weightBytes, "model.weightBytes");
  const extra = stated === null || statedBytes !== null ? 0 : Math.max(0, stated - count.total) * PLAIN_BYTES;
  const scaled = stated !== null && stated < count.total ? (derived * stated) / count.total : derived;
  const bytes = statedBytes ?? Math.round(scaled + extra);
  return {
    total: String(stated ?? count.total),
    active: String(Math.min(count.active, stated ?? count.active)),
    weightBytes: String(bytes),
    weightScale: (bytes - extra) / derived,
    extraBytes: extra,
  };
}

/** Whole numbers above 2^53 cannot be added exactly here and are no model: refused. */
export function whole(text: string | null | undefined, field: string): number | null {
  if (text === null || text === undefined) return null;
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new NotEstimable(field, word("reason.more-than-any-model", { number: text }), "unusable-field");
}
