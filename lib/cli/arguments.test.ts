import { describe, expect, it } from "vitest";
import { parseArguments } from "./arguments";

describe("arguments", () => {
  it("splits files from options; flags take no value", () => {
    expect(parseArguments(["a.csv", "--pretty", "b.csv", "--basis", "billed", "--timezone=UTC", "-"])).toEqual({
      files: ["a.csv", "b.csv", "-"],
      options: { pretty: "true", basis: "billed", timezone: "UTC" },
    });
  });
  it("an option at the end is a flag", () => {
    expect(parseArguments(["--state"])).toEqual({ files: [], options: { state: "true" } });
  });
});
