import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readIdleSamples } from "./idle-samples";

const two = (n: number) => String(n).padStart(2, "0");
const clock = (seconds: number) =>
  `2026/09/30 ${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.120`;
const file = (rows: readonly string[], head = "timestamp, index, utilization.gpu [%]") => [head, ...rows].join("\n");

describe("readIdleSamples", () => {
  it("each sample speaks for the time to the card's next", () => {
    const rows = [0, 5, 10, 15].flatMap((s) => [`${clock(s)}, 0, ${s < 10 ? 0 : 97} %`, `${clock(s)}, 1, 4 %`]);
    expect(readIdleSamples(file(rows))).toEqual({
      ok: true,
      idle: {
        idleGpuSeconds: 25,
        observedGpuSeconds: 30,
        energyJoules: null,
        gpus: 2,
        samples: 8,
        unknown: 0,
        from: clock(0),
        to: clock(15),
      },
    });
  });

  it("does not observe across a gap, nor what the tool could not read", () => {
    const rows = [`${clock(0)}, 0, 0 %`, `${clock(5)}, 0, [N/A]`, `${clock(10)}, 0, 90 %`, `${clock(15)}, 0, 90 %`];
    const gap = [...rows, `${clock(900)}, 0, 0 %`];
    expect(readIdleSamples(file(gap))).toMatchObject({
      ok: true,
      idle: { idleGpuSeconds: 5, observedGpuSeconds: 10, unknown: 1 },
    });
  });

  it("goes over midnight and the end of a month", () => {
    const rows = [
      "2026/02/28 23:59:58.000, 0, 0 %",
      "2026/03/01 00:00:03.000, 0, 0 %",
      "2026/03/01 00:00:08.000, 0, 0 %",
    ];
    expect(readIdleSamples(file(rows))).toMatchObject({ ok: true, idle: { idleGpuSeconds: 10 } });
  });

  it("reads other columns, spreadsheets and repeated headers", () => {
    const head = "uuid;timestamp;power.draw [W];utilization.gpu [%]";
    const rows = [
      `GPU-1;${clock(0)};59,1 W;3 %`,
      head,
      `GPU-1;${clock(5)};59,1 W;80 %`,
      `GPU-1;${clock(10)};60 W;80 %`,
    ];
    expect(readIdleSamples(file(rows, head))).toMatchObject({
      ok: true,
      idle: { idleGpuSeconds: 5, observedGpuSeconds: 10, gpus: 1, energyJoules: 591 },
    });
  });

  it("adds up power over time, and not where a sample has none", () => {
    const head = "timestamp, index, utilization.gpu [%], power.draw [W]";
    const rows = [`${clock(0)}, 0, 90 %, 600.00 W`, `${clock(5)}, 0, 90 %, 400.00 W`, `${clock(10)}, 0, 0 %, 70.00 W`];
    expect(readIdleSamples(file(rows, head))).toMatchObject({ idle: { energyJoules: 5000, observedGpuSeconds: 10 } });
    const [first = "", ...rest] = rows;
    expect(readIdleSamples(file([first.replace("600.00 W", "[N/A]"), ...rest], head))).toMatchObject({
      idle: { energyJoules: null, observedGpuSeconds: 10 },
    });
  });

  it("says what is missing and where", () => {
    expect(readIdleSamples("hello")).toEqual({ ok: false, code: "no-header", line: null });
    expect(readIdleSamples("index, utilization.gpu [%]\n0, 1 %")).toEqual({ ok: false, code: "no-time", line: 1 });
    expect(readIdleSamples(file([`${clock(0)}, 0, 3 %`]))).toEqual({ ok: false, code: "no-samples", line: null });
    expect(readIdleSamples(file([`${clock(0)}, 0, 3 %`, "broken"]))).toEqual({ ok: false, code: "row", line: 3 });
  });

  it("idle is a part of what was observed, and the order of the rows does not matter", () => {
    const percents = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(percents, (values) => {
        const rows = values.map((p, i) => `${clock(i * 7)}, 0, ${p} %`);
        const read = readIdleSamples(file(rows));
        if (!read.ok) throw new Error(read.code);
        const used = values.slice(0, -1).filter((p) => p >= 5).length * 7;
        expect(read.idle.idleGpuSeconds + used).toBe(read.idle.observedGpuSeconds);
        expect(readIdleSamples(file([...rows].reverse()))).toMatchObject({
          ok: true,
          idle: { idleGpuSeconds: read.idle.idleGpuSeconds },
        });
      }),
    );
  });
});
