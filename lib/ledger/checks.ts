import type { Check, CheckEnd, CheckedFile, Checking } from "./check";
import { headerCheck, roundedColumns, typesAndNulls } from "./checks-format";
import { correctionsPoint, intervalOverlap, oneCurrency } from "./checks-identity";
import {
  allocatedShares,
  commitmentConservation,
  coveringPurchases,
  invoiceTieOut,
  priceTimesQuantity,
  unusedRows,
} from "./checks-money";
import type { BillRow, RefusedRow, Warning } from "./schema";

/** The twelve checks of a file, in their order. None of them changes what is counted; each can fail. */
export class Checks {
  private readonly all: readonly Checking[];

  constructor(file: CheckedFile) {
    const makers = [
      headerCheck,
      typesAndNulls,
      priceTimesQuantity,
      invoiceTieOut,
      commitmentConservation,
      coveringPurchases,
      unusedRows,
      allocatedShares,
      intervalOverlap,
      correctionsPoint,
      oneCurrency,
      roundedColumns,
    ];
    this.all = makers.map((make) => make(file));
  }

  before(row: BillRow): void {
    for (const one of this.all) one.before?.(row);
  }

  row(row: BillRow, claiming: boolean): void {
    for (const one of this.all) one.row?.(row, claiming);
  }

  refused(row: RefusedRow): void {
    for (const one of this.all) one.refused?.(row);
  }

  warned(code: Warning["code"], record: number): void {
    for (const one of this.all) one.warned?.(code, record);
  }

  done(end: CheckEnd): Check[] {
    return this.all.map((one) => one.done(end));
  }
}
