import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalText, parseDecimal } from "@/lib/money/money";
import { WarningLog } from "./bill-format";
import { currencyOf, decimalOf, parseTags, Refusal } from "./values";

const reasonOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
  return "accepted";
};

describe("amounts", () => {
  it("keeps every digit and drops only zeros that say nothing", () => {
    const cases = [
      ["0.011612903333333001", "0.011612903333333001"],
      ["35.2E-7", "0.00000352"],
      ["-0.00", "0"],
      ["007.10", "7.1"],
      [".5", "0.5"],
      ["5.", "5"],
    ] as const;
    for (const [text, wanted] of cases) expect(decimalOf(text, "BilledCost")).toBe(wanted);
  });

  it("refuses separators, signs, words and what PostgreSQL could not hold", () => {
    for (const text of [
      "3,432.10",
      "$32",
      "+333",
      "35.2E+7",
      "NaN",
      "Infinity",
      "32,10",
      "1.234,56",
      "1 000",
      "--1",
      "1e5x",
    ]) {
      expect([text, reasonOf(() => decimalOf(text, "BilledCost"))]).toEqual([text, "number-format"]);
    }
    expect(reasonOf(() => decimalOf(`0.${"0".repeat(30)}1`, "BilledCost"))).toBe("number-range");
    expect(reasonOf(() => decimalOf("9".repeat(31), "BilledCost"))).toBe("number-range");
  });

  it("reads the common form as the general reader does", () => {
    const digits = (max: number) => fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: max });
    fc.assert(
      fc.property(fc.constantFrom("", "-"), digits(22), fc.option(digits(31)), (sign, whole, fraction) => {
        const text = sign + whole + (fraction === null ? "" : `.${fraction}`);
        const general = parseDecimal(text);
        if (general === null) expect(reasonOf(() => decimalOf(text, "x"))).toBe("number-range");
        else expect(decimalOf(text, "x")).toBe(decimalText(general));
      }),
    );
  });
});

describe("currencies and tags", () => {
  it("takes a lower-case code with a warning and refuses the rest", () => {
    const log = new WarningLog();
    expect(currencyOf("usd", "BillingCurrency", 7, log)).toBe("USD");
    expect(log.list()).toMatchObject([{ code: "currency-case", records: [7] }]);
    expect(reasonOf(() => currencyOf("US$", "BillingCurrency", 8, log))).toBe("invalid-currency");
  });

  it("reads JSON objects only", () => {
    expect(parseTags('{"project":"a","gpu":true}')).toEqual({ project: "a", gpu: "true" });
    expect(parseTags('{"team":null,"project":"a"}')).toEqual({ project: "a" });
    for (const text of ['"CostCenter": "1234"', "[1]", "null", "7"]) expect(parseTags(text)).toBeNull();
  });
});
