import { describe, expect, it } from "vitest";
import { economics } from "@/lib/boundary/economics/economics";
import { askedEconomics, ECONOMICS_EXAMPLES, ECONOMICS_FIELDS, ECONOMICS_KINDS } from "./economics-fields";

describe("questions of cost", () => {
  it("each begin from an example that can be answered", () => {
    for (const kind of ECONOMICS_KINDS) {
      const asked = askedEconomics({ kind, ...ECONOMICS_EXAMPLES[kind] });
      if (!asked.ok) throw new Error(`${kind}: ${[...asked.missing, ...asked.unreadable].join()}`);
      expect(economics(asked.request).table.length).toBeGreaterThan(1);
      expect(Object.keys(ECONOMICS_EXAMPLES[kind]).filter((name) => !ECONOMICS_FIELDS[kind].includes(name))).toEqual(
        [],
      );
    }
  });

  it("tell what lacks from what cannot be read", () => {
    expect(askedEconomics({ kind: "spot" })).toMatchObject({
      missing: ["onDemandPerHour", "spotPerHour", "meanHoursBetweenInterruptions", "workHours"],
      unreadable: [],
    });
    const { period } = ECONOMICS_EXAMPLES;
    expect(askedEconomics({ kind: "period", ...period, cards: "1.5", setUpHours: "-1" })).toMatchObject({
      missing: [],
      unreadable: ["cards", "setUpHours"],
    });
    const reserved = { kind: "reserved-vs-on-demand", ...ECONOMICS_EXAMPLES["reserved-vs-on-demand"] };
    expect(askedEconomics({ ...reserved, demand: "two at night" })).toMatchObject({ unreadable: ["demand"] });
    expect(askedEconomics({ ...reserved, currency: "dollars" })).toMatchObject({ unreadable: ["currency"] });
  });
});
