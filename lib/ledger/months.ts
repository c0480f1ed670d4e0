/** Months as addresses name them: `2026-09` outside, `year * 12 + (month - 1)` inside. */
export function monthIndex(text: string | undefined): number | null {
  const m = /^(\d{4})-(\d{2})$/.exec(text ?? "");
  if (!m) return null;
  const [year, month] = [Number(m[1]), Number(m[2])];
  return year >= 2000 && year < 2100 && month >= 1 && month <= 12 ? year * 12 + month - 1 : null;
}

/** From the first to the last month, both included and in order; null when neither is named. */
export function monthRange(first: number | null, last: number | null): { first: number; last: number } | null {
  if (first === null && last === null) return null;
  const from = first ?? last ?? 0;
  const to = last ?? first ?? 0;
  return from <= to ? { first: from, last: to } : { first: to, last: from };
}
