import { Decimal } from "./money";

declare const diagnosticBrand: unique symbol;

/**
 * An amount that explains a total and is already inside it (idle, failed, rejected, retried). It is no `Decimal` and no
 * `Money`, so no sum accepts it: the compiler refuses `addMoney(total, idle)`. Invariant 9.
 */
export interface Diagnostic {
  readonly [diagnosticBrand]: true;
  readonly insideTotal: string;
}

export function diagnostic(amount: Decimal | string): Diagnostic {
  return { insideTotal: new Decimal(amount).toFixed() } as Diagnostic;
}
