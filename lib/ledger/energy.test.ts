import { describe, expect, it } from "vitest";
import { energyOf, type RentalTime } from "./energy";

const ten: RentalTime = { rental: "RNT-1", billedSeconds: "36000", cards: 2, boardWatts: 700 };

describe("energyOf", () => {
  it("takes every card of a rental at board power while anything of it was billed", () => {
    expect(energyOf([ten], null, 3, 1000)).toEqual({
      basis: "at-board-power",
      kilowattHours: "14",
      wattHoursPerOutput: "14",
      wattsPerCard: "700",
      cardHours: "20",
      observedHours: null,
      withoutRental: 3,
    });
  });

  it("takes what samples measured before board power, whatever the card", () => {
    const measured = { joules: "1440000", gpuSeconds: "3600" };
    expect(energyOf([{ ...ten, boardWatts: null }], measured, 0, 0)).toEqual({
      basis: "measured",
      kilowattHours: "8",
      wattHoursPerOutput: null,
      wattsPerCard: "400",
      cardHours: "20",
      observedHours: "1",
      withoutRental: 0,
    });
  });

  it("adds rentals of different cards and names no draw of one", () => {
    const l40s = { rental: "RNT-2", billedSeconds: "3600", cards: 1, boardWatts: 350 };
    expect(energyOf([ten, l40s], null, 0, 100)).toMatchObject({
      kilowattHours: "14.35",
      wattHoursPerOutput: "143.5",
      wattsPerCard: null,
    });
  });

  it("is unknown where the card or the rental is, and says which", () => {
    const dark = { ...ten, rental: "RNT-9", boardWatts: null };
    expect(energyOf([ten, dark], null, 0, 10)).toEqual({
      basis: "unknown",
      why: "card-unknown",
      rentals: ["RNT-9"],
    });
    expect(energyOf([], null, 4, 10)).toEqual({ basis: "unknown", why: "no-rental", rentals: [] });
    expect(energyOf([{ ...ten, billedSeconds: "0" }], { joules: "0", gpuSeconds: "0" }, 0, 1)).toMatchObject({
      why: "no-rental",
    });
  });
});
