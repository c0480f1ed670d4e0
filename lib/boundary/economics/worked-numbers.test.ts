import { describe, expect, it } from "vitest";
import { Decimal } from "@/lib/money/money";
import { economics } from "./economics";
import { economicsSchema } from "./schema";
import { dalyInterval, firstOrderStretch, stretch, youngInterval } from "./spot";
import { costPerMillionTokens, goodput } from "./unit-figures";

const d = (value: string | number) => new Decimal(value);
const ask = (request: object) => economics(economicsSchema.parse({ currency: "USD", ...request }));

/** The interval with the least expected time, found by narrowing: it knows nothing of Daly's formula. */
function bestInterval(checkpoint: Decimal, restart: Decimal, mean: Decimal): Decimal {
  let [low, high] = [d("0.01"), mean.times(3)];
  for (let i = 0; i < 100; i++) {
    const third = high.minus(low).div(3);
    const [a, b] = [low.plus(third), high.minus(third)];
    if (stretch(a, checkpoint, restart, mean).lt(stretch(b, checkpoint, restart, mean))) high = b;
    else low = a;
  }
  return low.plus(high).div(2);
}

/** Wall time over work time of many simulated runs, from a fixed sequence of numbers. */
function simulated(
  interval: number,
  checkpoint: number,
  restart: number,
  mean: number,
  work: number,
  runs: number,
): number {
  let state = 42;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return (state + 0.5) / 4_294_967_296;
  };
  let wall = 0;
  for (let run = 0; run < runs; run++) {
    let failure = -mean * Math.log(random());
    for (let done = 0; done < work; ) {
      const piece = Math.min(interval, work - done);
      let need = piece + checkpoint;
      while (failure < need) {
        wall += failure;
        need = piece + checkpoint + restart;
        failure = -mean * Math.log(random());
      }
      wall += need;
      failure -= need;
      done += piece;
    }
  }
  return wall / (work * runs);
}

describe("worked numbers", () => {
  it("identity: cost per accepted output from price, throughput, use and acceptance, with the rest beside it", () => {
    const accepted = 41_250;
    const hours = d("192");
    const rate = d("2.69");
    const throughput = d(45_000).div(hours.times("0.72"));
    const other = d("21.60").plus("4.12").plus("25.00");
    const each = rate.div(throughput.times("0.72").times(d(accepted).div(45_000))).plus(other.div(accepted));
    expect(rate.times(hours).toFixed(2)).toBe("516.48");
    expect(rate.times(hours).plus(other).toFixed(2)).toBe("567.20");
    expect(each.toFixed(6)).toBe("0.013750");
  });

  it("tokens: 2.00 an hour at 85 a second; the duty cycle and the acceptance come after the raw price", () => {
    expect(costPerMillionTokens(d("2.00"), d(85)).toFixed(4)).toBe("6.5359");
    const raw = costPerMillionTokens(d("2.69"), d(1500));
    expect(raw.div("0.55").div("0.96").toFixed(4)).toBe("0.9435");
  });

  it("goodput is 82 % of the throughput, and what met its objectives costs more", () => {
    const [all, good] = [goodput(1000, d(100), d("10.76")), goodput(820, d(100), d("10.76"))];
    expect(all.perSecond.toFixed(1)).toBe("10.0");
    expect(good.perSecond.div(all.perSecond).toFixed(2)).toBe("0.82");
  });

  it("a reserved card is paid for unused hours too: a quarter of use does not cost a quarter", () => {
    const quarter = ask({
      kind: "reserved-vs-on-demand",
      onDemandPerHour: "0.40",
      reservedPerHour: "0.26",
      termHours: "730",
      usedHours: "182.5",
    });
    const reserved = quarter.table.find((row) => row.option === "reserved")?.cost;
    expect(reserved).toBe("189.8");
    expect(reserved).not.toBe("47.45");
    expect(d("0.26").times("182.5").toFixed(2)).toBe("47.45");
    expect(
      d("1")
        .minus(d("1").minus(d("1.90").div("2.69")))
        .toFixed(4),
    ).toBe("0.7063");
  });

  it("Daly's interval lies at the numeric optimum of the exact model; where checkpoints are long, a little beside it", () => {
    const best = (mean: number) => bestInterval(d(5), d(10), d(mean)).toFixed(2);
    expect([1440, 360, 15].map(best)).toEqual(["116.69", "56.71", "9.17"]);
    expect(dalyInterval(d(5), d(15)).toFixed(3)).toBe("9.141");
    expect(youngInterval(d(3), d(360)).toFixed(2)).toBe("46.48");
  });

  it("the expected time agrees with simulated runs, and the first-order estimate is near it", () => {
    const interval = dalyInterval(d(3), d(360));
    const exact = stretch(interval, d(3), d(12), d(360)).toNumber();
    expect(exact).toBeCloseTo(1.1797, 4);
    expect(firstOrderStretch(interval, d(3), d(12), d(360)).toFixed(2)).toBe("1.17");
    expect(Math.abs(simulated(interval.toNumber(), 3, 12, 360, 6000, 300) - exact)).toBeLessThan(0.01);
    expect(d(1).minus(d("1061.74").div("2000")).times(100).toFixed(1)).toBe("46.9");
  });
});
