import { Decimal } from "@/lib/money/money";

/**
 * An exact sum of many decimal texts. Amounts of up to fifteen digits are added as whole numbers of their last digit,
 * each scale apart, and never past what a whole number holds exactly; everything else goes through Decimal. No amount
 * ever becomes a binary fraction.
 */
export class ExactSum {
  private large: Decimal = new Decimal(0);
  private readonly whole: number[] = [];

  /** @param amount decimal text without exponent, as the readers of bills give it */
  add(amount: string): void {
    const dot = amount.indexOf(".");
    if (amount.length > 16) {
      this.large = this.large.plus(amount);
      return;
    }
    const scale = dot < 0 ? 0 : amount.length - dot - 1;
    const units = Number(dot < 0 ? amount : amount.slice(0, dot) + amount.slice(dot + 1));
    const sum = (this.whole[scale] ?? 0) + units;
    if (Number.isSafeInteger(sum)) {
      this.whole[scale] = sum;
      return;
    }
    this.large = this.large.plus(amount);
  }

  total(): Decimal {
    let total = this.large;
    for (const [scale, units] of this.whole.entries()) {
      if (units) total = total.plus(new Decimal(units).times(new Decimal(10).pow(-scale)));
    }
    return total;
  }
}
