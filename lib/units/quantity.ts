/** How a reader writes numbers: which sign is the decimal point and which ones group thousands. */
export interface NumberHabit {
  readonly decimal: "." | ",";
  readonly group: readonly string[];
}

/** CLDR habits of the three languages; Polish groups with a no-break space. */
export const NUMBER_HABITS: Readonly<Record<"en" | "id" | "pl", NumberHabit>> = {
  en: { decimal: ".", group: [","] },
  id: { decimal: ",", group: ["."] },
  pl: { decimal: ",", group: ["\u00a0", "\u202f", " "] },
};

/**
 * Reads a typed number by the reader's own habit into canonical decimal text: `1.234` is `1.234` in English and `1234`
 * in Indonesian. Grouping must stand in threes, else null: `1.23` in Indonesian is a slip, not 123.
 */
export function parseTypedNumber(text: string, habit: NumberHabit): string | null {
  const t = text.trim();
  const m = /^(-?)(.*)$/.exec(t);
  const sign = m?.[1] ?? "";
  const body = m?.[2] ?? "";
  const at = body.lastIndexOf(habit.decimal);
  const whole = at < 0 ? body : body.slice(0, at);
  const fraction = at < 0 ? "" : body.slice(at + 1);
  if (fraction && !/^\d+$/.test(fraction)) return null;
  const groups = whole.split(new RegExp(`[${habit.group.map((g) => (g === "." ? "\\." : g)).join("")}]`));
  if (!groups.every((g) => /^\d+$/.test(g))) return null;
  const first = groups[0] ?? "";
  if (groups.length > 1 && (first.length > 3 || groups.slice(1).some((g) => g.length !== 3))) return null;
  const digits = groups.join("").replace(/^0+(?=\d)/, "");
  return `${sign}${digits}${fraction ? `.${fraction}` : ""}`;
}

const BYTE_UNITS: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
  tib: 1024 ** 4,
};

/** Reads `80gb`, `80 GB`, `74.5 GiB` into bytes (rounded to whole ones); null without a unit or with another one. */
export function parseTypedBytes(text: string, habit: NumberHabit): number | null {
  const m = /^\s*(.*\d)\s*([a-zA-Z]+)\s*$/.exec(text);
  const factor = BYTE_UNITS[(m?.[2] ?? "").toLowerCase()];
  const number = m?.[1] ? parseTypedNumber(m[1], habit) : null;
  return factor === undefined || number === null ? null : Math.round(Number(number) * factor);
}
