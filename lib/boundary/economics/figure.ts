import { Decimal, decimalText } from "@/lib/money/money";

/** Quotients and exponentials have no last digit: 20 significant ones are kept, far beyond any price. */
export const figure = (value: Decimal): string => decimalText(value.toSignificantDigits(20));

export const ONE = new Decimal(1);
