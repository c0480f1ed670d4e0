import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countedRequests } from "./counted-requests";

const scrape = (values: Readonly<Record<string, number>>, engine = "0") =>
  [
    "# HELP vllm:request_success_total Count of successfully processed requests.",
    "# TYPE vllm:request_success_total counter",
    ...Object.entries(values).map(
      ([reason, n]) =>
        `vllm:request_success_total{engine="${engine}",finished_reason="${reason}",model_name="m"} ${n}.0`,
    ),
    "vllm:num_requests_running 3.0",
  ].join("\n");

describe("countedRequests", () => {
  it("counts what grew, by how it ended, over replicas", () => {
    const earlier = `${scrape({ stop: 10, length: 2, abort: 0 })}\n${scrape({ stop: 5 }, "1")}`;
    const later = `${scrape({ stop: 110, length: 7, abort: 3, error: 1 })}\n${scrape({ stop: 6 }, "1")}`;
    expect(countedRequests(earlier, later)).toEqual({
      ok: true,
      counted: {
        server: "vLLM",
        completed: 106,
        failed: 4,
        byReason: { stop: 101, length: 5, abort: 3, error: 1 },
        series: 5,
      },
    });
  });

  it("does not count over a restart, nor when a series is gone", () => {
    expect(countedRequests(scrape({ stop: 10 }), scrape({ stop: 9 }))).toEqual({ ok: false, code: "restarted" });
    expect(countedRequests(scrape({ stop: 10, abort: 1 }), scrape({ stop: 90 }))).toEqual({
      ok: false,
      code: "restarted",
    });
  });

  it("says what is missing", () => {
    expect(countedRequests("", scrape({ stop: 1 }))).toEqual({ ok: false, code: "no-scrape" });
    expect(countedRequests("hello", "world")).toEqual({ ok: false, code: "no-scrape" });
    expect(countedRequests("x 1", "x 2")).toEqual({ ok: false, code: "no-counter" });
    expect(countedRequests("x 1", "vllm:request_success_total NaN")).toEqual({ ok: false, code: "no-numbers" });
    expect(countedRequests("tgi_request_success 4", scrape({ stop: 1 }))).toEqual({ ok: false, code: "other-server" });
    const one = scrape({ stop: 1 });
    expect(countedRequests(one, `${one}\n${one}`)).toEqual({ ok: false, code: "series-twice" });
  });

  it("reads TGI and Triton by their own names", () => {
    expect(
      countedRequests(
        'tgi_request_success 4\ntgi_request_failure{err="overloaded"} 1',
        'tgi_request_success 9\ntgi_request_failure{err="overloaded"} 3',
      ),
    ).toMatchObject({ ok: true, counted: { server: "TGI", completed: 5, failed: 2, byReason: { overloaded: 2 } } });
    expect(
      countedRequests(
        'nv_inference_request_success{model="a",version="1"} 1\nnv_inference_request_failure{model="a",reason="CANCELED",version="1"} 0',
        'nv_inference_request_success{model="a",version="1"} 4\nnv_inference_request_failure{model="a",reason="CANCELED",version="1"} 2',
      ),
    ).toMatchObject({ ok: true, counted: { server: "Triton", completed: 3, failed: 2 } });
  });

  it("splitting the time at a scrape in between changes nothing", () => {
    const grow = fc.record({ stop: fc.nat(1e6), length: fc.nat(1e6), abort: fc.nat(1e6) });
    fc.assert(
      fc.property(grow, grow, grow, (a, b, c) => {
        const add = (x: typeof a, y: typeof a) => ({
          stop: x.stop + y.stop,
          length: x.length + y.length,
          abort: x.abort + y.abort,
        });
        const [first, middle, last] = [a, add(a, b), add(add(a, b), c)].map((v) => scrape(v));
        const count = (from = "", to = "") => {
          const read = countedRequests(from, to);
          return read.ok ? [read.counted.completed, read.counted.failed] : null;
        };
        const [x, y, all] = [count(first, middle), count(middle, last), count(first, last)];
        expect(all).toEqual([(x?.[0] ?? -1) + (y?.[0] ?? 0), (x?.[1] ?? -1) + (y?.[1] ?? 0)]);
      }),
    );
  });
});
