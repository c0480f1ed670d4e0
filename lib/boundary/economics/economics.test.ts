import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal } from "@/lib/money/money";
import { economics } from "./economics";
import { economicsSchema } from "./schema";
import { dalyInterval, stretchWithoutCheckpoints } from "./spot";
import { costPerMillionTokens, energyPerOutput, goodput, storageCost } from "./unit-figures";

const ask = (request: object) => economics(economicsSchema.parse({ currency: "USD", ...request }));
const at = (text: string | null | undefined, digits: number) => new Decimal(text ?? "NaN").toFixed(digits);

describe("reserved against on-demand", () => {
  const reserved = (more: object) => ask({ kind: "reserved-vs-on-demand", onDemandPerHour: "2.69", ...more });

  it("break-even is the committed rate over the on-demand rate", () => {
    const plain = reserved({ reservedPerHour: "1.90", termHours: "8760" });
    expect(at(plain.breakEven.utilisation, 4)).toBe("0.7063");
    const upfront = reserved({ reservedPerHour: "0.95", upfront: "8000", termHours: "8760" });
    expect(at(upfront.breakEven.effectiveRatePerHour, 6)).toBe("1.863242");
    expect(at(upfront.breakEven.utilisation, 4)).toBe("0.6927");
    expect(at(upfront.breakEven.hours, 1)).toBe("6067.7");
  });

  it("a commitment is paid for every hour: at 25 % use it loses", () => {
    const quarter = ask({
      kind: "reserved-vs-on-demand",
      onDemandPerHour: "0.40",
      reservedPerHour: "0.26",
      termHours: "730",
      usedHours: "182.5",
    });
    expect(quarter.table).toEqual([
      { option: "on-demand", cost: "73" },
      { option: "reserved", cost: "189.8" },
    ]);
    expect(quarter.cheaper).toBe("on-demand");
  });

  it("how many to reserve for a demand curve", () => {
    const demand = [
      { cards: 2, hours: "12" },
      { cards: 6, hours: "8" },
      { cards: 10, hours: "4" },
    ];
    const answer = reserved({ reservedPerHour: "1.90", termHours: "8760", demand });
    expect(answer.table.map((row) => at(row.cost, 2))).toEqual(["301.28", "263.36", "316.64", "456.00"]);
    expect(answer.breakEven.cardsToReserve).toBe("2");
  });
});

describe("spot", () => {
  it("Daly's interval on published vectors: 5 minutes to write, 24 h, 6 h and 15 min between failures", () => {
    const minutes = (mean: number) => dalyInterval(new Decimal(5), new Decimal(mean));
    expect(minutes(1440).toFixed(2)).toBe("116.69");
    expect(minutes(360).toFixed(2)).toBe("56.71");
    expect(minutes(15).toFixed(3)).toBe("9.141");
  });

  it("100 h of work with checkpoints", () => {
    const answer = ask({
      kind: "spot",
      onDemandPerHour: "20",
      spotPerHour: "9",
      meanHoursBetweenInterruptions: "6",
      checkpointMinutes: "3",
      restartMinutes: "12",
      workHours: "100",
    });
    expect(at(answer.breakEven.intervalMinutes, 2)).toBe("44.50");
    expect(at(answer.breakEven.youngMinutes, 2)).toBe("46.48");
    expect(at(answer.breakEven.stretch, 4)).toBe("1.1797");
    expect(at(answer.breakEven.effectivePerHour, 3)).toBe("10.617");
    expect(answer.table.map((row) => at(row.cost, 2))).toEqual(["2000.00", "1061.74"]);
    expect(at(answer.breakEven.meanMinutesBetweenInterruptions, 2)).toBe("34.35");
    expect(answer.cheaper).toBe("spot");
  });

  it("without checkpoints twelve hours take three times as long, and the discount is gone", () => {
    const times = [1, 3, 6, 12].map((hours) =>
      stretchWithoutCheckpoints(new Decimal(hours), new Decimal(6)).toFixed(3),
    );
    expect(times).toEqual(["1.088", "1.297", "1.718", "3.195"]);
    const rates = { onDemandPerHour: "20", spotPerHour: "9", meanHoursBetweenInterruptions: "6" };
    expect(ask({ kind: "spot", ...rates, workHours: "12" }).cheaper).toBe("on-demand");
    expect(ask({ kind: "spot", ...rates, workHours: "6" }).cheaper).toBe("spot");
    expect(ask({ kind: "spot", ...rates, workHours: "100000" }).table[1]?.cost).toBeNull();
  });
});

describe("serverless, API and period", () => {
  it("few requests stay serverless, and the count where a warm card wins is exact", () => {
    const base = {
      kind: "serverless-vs-warm",
      serverlessPerSecond: "0.001",
      busySecondsPerRequest: "4",
      warmPerHour: "2",
    };
    const few = ask({
      ...base,
      requestsPerHour: "100",
      startSeconds: "10",
      idleTimeoutSeconds: "6",
      coldShare: "0.25",
    });
    expect(few.breakEven).toEqual({ requestsPerHour: "250", costPerRequest: "0.008" });
    expect(few.cheaper).toBe("serverless");
    expect(ask({ ...base, requestsPerHour: "501" }).cheaper).toBe("warm");
  });

  it("rent wins over an API only at volume, and never beyond what it can complete", () => {
    const base = {
      kind: "api-vs-rent",
      apiPerMillionInputTokens: "0.50",
      apiPerMillionOutputTokens: "1.50",
      inputTokensPerRequest: "1000",
      outputTokensPerRequest: "500",
      rentPerHour: "2.50",
      hours: "100",
      capacityRequests: "400000",
    };
    const many = ask({ ...base, requests: "300000" });
    expect(many.breakEven).toEqual({ requests: "200000", apiPerRequest: "0.00125" });
    expect(many.cheaper).toBe("rent");
    expect(ask({ ...base, requests: "100000" }).cheaper).toBe("api");
    expect(ask({ ...base, requests: "500000" }).table[1]?.costPerAccepted).toBeNull();
  });

  it("set-up, checks and export weigh less the longer a rental is, and are all paid", () => {
    const answer = ask({
      kind: "period",
      ratePerGpuHour: "2",
      cards: 1,
      setUpHours: "8",
      checkHours: "6",
      exportHours: "10",
    });
    expect(answer.table.map((row) => [row.days, row.cost, row.productiveHours])).toEqual([
      ["3", "144", "48"],
      ["7", "336", "144"],
      ["30", "1440", "696"],
    ]);
    expect(answer.table[0]?.costPerProductiveHour).toBe("3");
    expect(
      ask({ kind: "period", ratePerGpuHour: "2", cards: 1, setUpHours: "99" }).table[0]?.costPerProductiveHour,
    ).toBeNull();
  });

  it("a cheaper price never makes its own option dearer", () => {
    const cents = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 1, max: 8760 }), (price, less, used) => {
        const cost = (rate: number) =>
          ask({
            kind: "reserved-vs-on-demand",
            onDemandPerHour: "3",
            reservedPerHour: (rate / 100).toFixed(2),
            termHours: "8760",
            usedHours: String(used),
          }).table[1]?.cost;
        const [low, high] = [Math.min(price, less), Math.max(price, less)];
        expect(new Decimal(cost(low) ?? "NaN").lte(cost(high) ?? "NaN")).toBe(true);
      }),
    );
  });
});

describe("unit figures", () => {
  const d = (text: string) => new Decimal(text);

  it("cost per million tokens, raw and after idle time and rejections", () => {
    expect(costPerMillionTokens(d("2.00"), d("85")).toFixed(4)).toBe("6.5359");
    expect(costPerMillionTokens(d("2.69"), d("1500")).toFixed(4)).toBe("0.4981");
    expect(costPerMillionTokens(d("2.69"), d("1500"), d("0.55"), d("0.96")).toFixed(4)).toBe("0.9435");
  });

  it("goodput counts what met its objectives", () => {
    const good = goodput(820, d("100"), d("10.76"));
    expect(good.perSecond.toFixed(1)).toBe("8.2");
    expect(good.costEach?.toFixed(8)).toBe("0.00036450");
    expect(goodput(1000, d("100"), d("10.76")).costEach?.toFixed(8)).toBe("0.00029889");
    expect(goodput(0, d("100"), d("10.76")).costEach).toBeNull();
  });

  it("energy at the wall, and a month of three lengths", () => {
    const energy = energyPerOutput(d("5200"), d("100"), 820);
    expect(energy?.joules.toFixed(2)).toBe("634.15");
    expect(energy?.kilowattHours.times(1000).toFixed(5)).toBe("0.17615");
    expect(energyPerOutput(d("5200"), d("100"), 0)).toBeNull();
    const month = (hours: number) => storageCost(d("1000"), d("0.20"), d("24"), hours).toFixed(4);
    expect([720, 730, 744].map(month)).toEqual(["6.6667", "6.5753", "6.4516"]);
  });
});
