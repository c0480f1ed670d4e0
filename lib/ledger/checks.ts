import type { Check, CheckInput } from "./check";
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

/** The twelve checks of a file, in their order. None of them changes what is counted; each can fail. */
export function runChecks(input: CheckInput): Check[] {
  return [
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
  ].map((run) => run(input));
}
