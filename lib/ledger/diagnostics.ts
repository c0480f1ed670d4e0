import { type Diagnostic, diagnostic } from "@/lib/money/diagnostic";
import { Decimal, parseDecimal } from "@/lib/money/money";
import type { OutputTotals } from "./outputs";

/**
 * Where the accelerator cost of a period went. Each part is already inside the total and none is an amount that a sum
 * accepts. `null` means not measured, never zero.
 */
export interface AcceleratorDiagnostics {
  readonly idle: Diagnostic | null;
  readonly failed: Diagnostic | null;
  readonly rejected: Diagnostic | null;
  readonly retried: Diagnostic | null;
  /** What is left: time that led to accepted outputs, as far as the others are measured. */
  readonly accepted: Diagnostic | null;
}

/**
 * idle = cost × idle share. The rest is busy; each try (attempted and retried) is taken to cost the same, so failed,
 * rejected and retried are busy × count ÷ (attempted + retried). Together with the accepted part they make up the
 * accelerator cost exactly.
 *
 * @param acceleratorCost decimal text, one currency
 * @param idleShare part of billed accelerator time without work, 0 to 1 as decimal text; null when not measured
 */
export function acceleratorDiagnostics(
  acceleratorCost: string,
  idleShare: string | null,
  outputs: Pick<OutputTotals, "attempted" | "accepted" | "rejected" | "failed" | "retried">,
): AcceleratorDiagnostics {
  const cost = new Decimal(acceleratorCost);
  const share = idleShare === null ? null : shareOf(idleShare);
  const idle = share === null ? null : cost.times(share);
  const busy = cost.minus(idle ?? 0);
  const tries = outputs.attempted + outputs.retried;
  const shown = (amount: Decimal | null): Diagnostic | null => (amount === null ? null : diagnostic(amount));
  if (tries === 0) return { idle: shown(idle), failed: null, rejected: null, retried: null, accepted: null };
  const part = (count: number): Decimal => busy.times(count).div(tries).toDecimalPlaces(18, Decimal.ROUND_DOWN);
  const [failed, rejected, retried] = [part(outputs.failed), part(outputs.rejected), part(outputs.retried)];
  const accepted = busy.minus(failed).minus(rejected).minus(retried);
  return {
    idle: shown(idle),
    failed: shown(failed),
    rejected: shown(rejected),
    retried: shown(retried),
    accepted: shown(accepted),
  };
}

function shareOf(text: string): Decimal {
  const share = parseDecimal(text);
  if (share === null || share.lt(0) || share.gt(1)) throw new RangeError(`a share lies between 0 and 1: ${text}`);
  return share;
}
