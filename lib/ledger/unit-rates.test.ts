import { describe, expect, it } from "vitest";
import { Decimal } from "@/lib/money/money";
import { unitRates } from "./unit-rates";

const of = (amount: string, accepted: number) => unitRates({ amount: new Decimal(amount), currency: "EUR" }, accepted);

describe("a cost per output in other sizes", () => {
  it.each([
    ["12.5", 1000, { perThousand: "12.500000", perMillion: "12500.00", outputsPerUnit: "80.0" }],
    ["100", 3, { perThousand: "33333.33", perMillion: "33333333.33", outputsPerUnit: "0.0300" }],
    ["0.5", 1_000_000, { perThousand: "0.00050000", perMillion: "0.50000", outputsPerUnit: "2000000" }],
    ["0", 5, { perThousand: "0.00", perMillion: "0.00", outputsPerUnit: null }],
    ["-2", 4, { outputsPerUnit: null }],
  ])("%s EUR for %i", (amount, accepted, wanted) => {
    const rates = of(amount, accepted);
    expect(rates).toMatchObject(
      wanted.outputsPerUnit === null ? { outputsPerUnit: null } : { outputsPerUnit: wanted.outputsPerUnit },
    );
    if ("perThousand" in wanted) {
      expect(Number(rates?.perThousand)).toBeCloseTo(Number(wanted.perThousand), 8);
      expect(Number(rates?.perMillion)).toBeCloseTo(Number(wanted.perMillion), 2);
    }
  });

  it("is nothing with nothing accepted", () => expect(of("10", 0)).toBeNull());
});
