declare const bytesBrand: unique symbol;

/** A whole number of bytes below 2^53 (8 PiB): every card, node and model fits. */
export type Bytes = number & { readonly [bytesBrand]: true };

export const MIB = 1024 ** 2;
export const GIB = 1024 ** 3;
export const GB = 1e9;

/** Whole bytes, or a thrown RangeError: a fraction here is a bug in a formula, not bad input. */
export function bytes(value: number): Bytes {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of bytes: ${value}`);
  return value as Bytes;
}

/** Rounds a derived quantity up to whole bytes: memory is never understated by a fraction. */
export function ceilBytes(value: number): Bytes {
  return bytes(Math.ceil(value));
}

export function sumBytes(values: Iterable<Bytes>): Bytes {
  let total = 0;
  for (const v of values) total += v;
  return bytes(total);
}

export const gib = (value: number): number => value / GIB;
export const fromGib = (value: number): Bytes => bytes(Math.round(value * GIB));
