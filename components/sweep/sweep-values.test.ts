import { describe, expect, it } from "vitest";
import { searchOfBrief } from "@/lib/boundary/sweep/from-brief";
import { sweep } from "@/lib/boundary/sweep/sweep";
import { contentOf } from "@/lib/brief/content";
import { interactive } from "@/lib/sample/fixtures/briefs";
import { askedSweep, currenciesOf, type SweepSource, type SweepValues } from "./sweep-values";

const NOBODY: SweepSource = { brief: null, offers: [], today: "2026-11-30" };
const MODEL: SweepValues = { model: "meta-llama/Llama-3.1-8B" };

describe("a search from its address", () => {
  it("needs a model, and names the control that lacks or cannot be read", () => {
    expect(askedSweep({}, NOBODY)).toMatchObject({ ok: false, code: "missing", field: "model" });
    expect(askedSweep({ model: "no/such" }, NOBODY)).toMatchObject({ code: "unreadable", field: "model" });
    const load = { ...MODEL, conc: "8", in: "100", out: "100" };
    const faults: [SweepValues, string][] = [
      [{ ...load, conc: "many" }, "conc"],
      [{ ...load, duty: "0" }, "duty"],
      [{ ...load, ttft: "-1" }, "ttft"],
      [{ ...MODEL, contexts: "8k" }, "contexts"],
      [{ ...MODEL, tp: "0" }, "tp"],
      [{ ...MODEL, engine: "none" }, "engine"],
      [{ ...MODEL, style: "palace" }, "style"],
      [{ ...MODEL, weights: "bf17" }, "weights"],
    ];
    for (const [values, field] of faults) expect(askedSweep(values, NOBODY), field).toMatchObject({ field });
  });

  it("searches the cards of its offers, without offers all; offers of lines are read", () => {
    const all = askedSweep(MODEL, NOBODY);
    expect(all).toMatchObject({ ok: true, request: { gpus: "all", load: null } });
    const some = askedSweep({ ...MODEL, offers: "l4, 0.70, USD\nh100-sxm, 2, EUR\nl4, 0.60, USD" }, NOBODY);
    expect(some).toMatchObject({ ok: true, request: { gpus: ["l4", "h100-sxm"], currency: "USD" } });
    if (some.ok) expect(currenciesOf(some.lines.offers)).toEqual(["USD", "EUR"]);
  });

  it("starts from a brief, and the address asks what if", () => {
    const found = searchOfBrief(contentOf(interactive));
    if (!found.ok) throw new Error("the brief has a search");
    const source: SweepSource = { ...NOBODY, brief: { number: 1, title: "Chat", search: found.search } };
    const asked = askedSweep(
      { in: "3000", out: "500", tpot: "30", offers: "h100-sxm, 2.5, USD, Example, 1, no, EU" },
      source,
    );
    expect(asked).toMatchObject({
      ok: true,
      request: {
        load: { concurrency: 32, inputTokens: 3000 },
        limits: { timeToFirstTokenMs: 800, timePerTokenMs: 30 },
        allow: { boundary: "dedicated-node", spot: false },
      },
    });
    if (!asked.ok) return;
    const result = sweep(asked.request);
    expect(result.ok && result.answer.offersLeftOut).toEqual([]);
    const best = result.ok ? result.answer.cheapest : null;
    expect(best?.costPerHour?.amount).toBe(String(2.5 * (best?.gpuCount ?? 0)));
  });
});
