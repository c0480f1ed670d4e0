const placeNames = (text: string): string[] => text.split(/[,;/()]/).map((p) => p.trim().toLowerCase());

/** True when a stated place (`Frankfurt, EU`) names one of these; an unstated place is no promise. */
export function isIn(stated: string | null, places: readonly string[]): boolean {
  const said = placeNames(stated ?? "");
  return places.some((p) => p.trim() !== "" && said.includes(p.trim().toLowerCase()));
}
