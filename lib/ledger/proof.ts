import type { ReadBill } from "./import/bill-format";
import { NO_CURRENCY, PileSums } from "./pile-sums";
import { type Basis, PILES, type PileName, type PileSum, type RefusedRow } from "./schema";

/** One line of the proof that every row is in exactly one pile. */
export interface ProofLine {
  readonly currency: string;
  readonly basis: Basis | "rows";
  /** Summed straight from the file. */
  readonly file: string;
  /** Summed over the six piles. */
  readonly piles: string;
  readonly holds: boolean;
}

/** Sums the file once straight from its rows and once over the piles, for rows and both amounts of each currency. */
export function proofOf(
  bill: ReadBill,
  piles: Record<PileName, Record<string, PileSum>>,
): { holds: boolean; lines: ProofLine[] } {
  const straight = new PileSums();
  for (const row of bill.rows) straight.add(row.currency, row.billedAmount, row.effectiveAmount);
  for (const row of bill.refused) addRefused(straight, row);
  return proofOfSums(straight, piles);
}

export function addRefused(sums: PileSums, row: RefusedRow): void {
  sums.add(row.currency ?? NO_CURRENCY, row.billedAmount ?? "0", row.effectiveAmount ?? "0");
}

/** The same where the file was summed while it was read. */
export function proofOfSums(
  straight: PileSums,
  piles: Record<PileName, Record<string, PileSum>>,
): { holds: boolean; lines: ProofLine[] } {
  const summed = new Map<string, { rows: number; sums: PileSums }>();
  for (const pile of PILES) {
    for (const [currency, sum] of Object.entries(piles[pile])) {
      const known = summed.get(currency) ?? { rows: 0, sums: new PileSums() };
      known.rows += sum.rows;
      known.sums.add(currency, sum.billed, sum.effective);
      summed.set(currency, known);
    }
  }
  const lines = Object.entries(straight.text()).flatMap(([currency, file]): ProofLine[] => {
    const other = summed.get(currency);
    const pilesSum = other?.sums.text()[currency];
    const line = (basis: ProofLine["basis"], left: string, right: string): ProofLine => ({
      currency,
      basis,
      file: left,
      piles: right,
      holds: left === right,
    });
    return [
      line("rows", String(file.rows), String(other?.rows ?? 0)),
      line("billed", file.billed, pilesSum?.billed ?? "0"),
      line("effective", file.effective, pilesSum?.effective ?? "0"),
    ];
  });
  return { holds: lines.every((l) => l.holds), lines };
}
