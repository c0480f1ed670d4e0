/** Readable ids as they stand in addresses and on screen: BRF-12, REV-7, BILL-3. */
export type ReferenceKind = "BRF" | "OFF" | "PLN" | "REV" | "RNT" | "BILL";

export function reference(kind: ReferenceKind, number: number): string {
  return `${kind}-${number}`;
}

/** The number in `BRF-12` (any case), or null: the address then names nothing. */
export function parseReference(text: string, kind: ReferenceKind): number | null {
  const m = /^([A-Za-z]+)-([1-9]\d{0,8})$/.exec(text);
  return m && m[1]?.toUpperCase() === kind ? Number(m[2]) : null;
}
