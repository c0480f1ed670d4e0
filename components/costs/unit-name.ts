import { getTranslations } from "next-intl/server";

/** The brief's own unit of outputs in words, or null when the brief does not say it. */
export async function unitName(
  unit: { readonly choice: string; readonly own: string | null } | null,
): Promise<string | null> {
  if (unit === null) return null;
  if (unit.choice === "own") return unit.own;
  const t = await getTranslations("brief.choices.acceptedOutput");
  return t.has(unit.choice) ? t(unit.choice) : unit.choice;
}
