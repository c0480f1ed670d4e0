/** Decimal text of few digits as a whole number of its last digit: `-2.50` is -250 of scale 2. */
export interface Units {
  readonly units: number;
  readonly scale: number;
}

/** Null for a text of more than fifteen characters: past that a whole number may not be exact, and Decimal is for it. */
export function unitsOf(text: string): Units | null {
  if (text.length > 15) return null;
  const dot = text.indexOf(".");
  if (dot < 0) return { units: Number(text), scale: 0 };
  return { units: Number(text.slice(0, dot) + text.slice(dot + 1)), scale: text.length - dot - 1 };
}

/** The product of two decimal texts, exact; null where it has more digits than a whole number holds. */
export function productOf(a: string, b: string): Units | null {
  const [left, right] = [unitsOf(a), unitsOf(b)];
  if (left === null || right === null) return null;
  const units = left.units * right.units;
  return Number.isSafeInteger(units) ? { units, scale: left.scale + right.scale } : null;
}

/** Whether two are the same number; null where that takes more digits than a whole number holds. */
export function sameUnits(a: Units, b: Units): boolean | null {
  const scale = Math.max(a.scale, b.scale);
  const [left, right] = [a.units * 10 ** (scale - a.scale), b.units * 10 ** (scale - b.scale)];
  return Number.isSafeInteger(left) && Number.isSafeInteger(right) ? left === right : null;
}

/** Whether it is a whole number; null where that cannot be said without more digits. */
export function isWhole({ units, scale }: Units): boolean | null {
  return scale > 15 ? null : units % 10 ** scale === 0;
}
