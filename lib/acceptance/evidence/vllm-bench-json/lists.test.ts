import { describe, expect, it } from "vitest";
import { fromLists } from "./lists";

describe("figures from the lists of a result", () => {
  const lists = {
    ttfts: [0.1, 0.2, 0.3],
    itls: [[0.01, 0.03], [0.02, 0.02], [0.05]],
    output_lens: [3, 3, 2],
    errors: ["", "", ""],
  };
  it("counts the time after the first token over the tokens after it, as the tool does", () => {
    expect(fromLists(lists)).toMatchObject({
      n: 3,
      mean_ttft_ms: 200,
      p95_ttft_ms: 290,
      mean_tpot_ms: 30,
      p99_tpot_ms: 49.4,
      mean_itl_ms: 26,
      itl_samples: 5,
      e2e_p95_ms: 339,
    });
  });
  it("leaves out requests that failed: their zeros are no times", () => {
    expect(
      fromLists({
        ...lists,
        ttfts: [0.1, 0.2, 0],
        itls: [[0.01, 0.03], [0.02, 0.02], []],
        errors: ["", "", "HTTP 503"],
      }),
    ).toMatchObject({
      n: 2,
      mean_ttft_ms: 150,
      itl_samples: 4,
    });
  });
  it("says nothing without lists, and of gaps nothing where those do not fit", () => {
    expect(fromLists({})).toBeNull();
    expect(fromLists({ ...lists, itls: [[0.1]] })).toMatchObject({ n: 3, mean_itl_ms: null, e2e_p95_ms: null });
  });
});
