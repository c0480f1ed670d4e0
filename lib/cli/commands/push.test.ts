import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "fflate";
import { afterEach, describe, expect, it } from "vitest";
import { command } from "./push";

interface Seen {
  readonly url: string;
  readonly key: string;
  readonly type: string;
  readonly token: string;
  readonly body: string;
}

let server: Server | null = null;
afterEach(() => new Promise<void>((done) => (server ? server.close(() => done()) : done())));

async function answering(...answers: readonly (readonly [number, unknown])[]) {
  const seen: Seen[] = [];
  server = createServer(async (request: IncomingMessage, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const h = request.headers;
    seen.push({
      url: request.url ?? "",
      key: String(h["idempotency-key"]),
      type: String(h["content-type"]),
      token: String(h.authorization),
      body,
    });
    const [status, value] = answers[Math.min(seen.length, answers.length) - 1] ?? [500, {}];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  });
  const listening = server;
  await new Promise<void>((done) => listening.listen(0, "127.0.0.1", done));
  return { seen, address: `http://127.0.0.1:${(listening.address() as AddressInfo).port}` };
}

const push = (kind: string, text: string | Uint8Array, options: Record<string, string>, name = "list.txt") =>
  command.run({
    files: [{ name, bytes: typeof text === "string" ? new TextEncoder().encode(text) : text }],
    options: { kind, "token-file": "t", ...options },
    readFile: () => new TextEncoder().encode("tok-1\n"),
  });

describe("headroom push", () => {
  it("sends evidence to its gate, and the same again under the same key", async () => {
    const { seen, address } = await answering([200, { id: "e1", again: false }]);
    const options = { server: address, brief: "BRF-12", gate: "smoke" };
    expect(await push("evidence", "GPU 0", options)).toMatchObject({ exitCode: 0, output: { status: 200, id: "e1" } });
    await push("evidence", "GPU 0", options);
    await push("evidence", "GPU 1", options);
    expect(seen[0]).toMatchObject({
      url: "/api/v1/evidence?name=list.txt&gate=smoke&brief=BRF-12",
      token: "Bearer tok-1",
      body: "GPU 0",
    });
    expect(seen[0]?.key).toBe(seen[1]?.key);
    expect(seen[0]?.key).not.toBe(seen[2]?.key);
  });

  it("sends what an archive holds, and nothing of one that is damaged", async () => {
    const { seen, address } = await answering([200, { id: "e1", again: false }]);
    const options = { server: address, review: "REV-3" };
    const packed = gzipSync(new TextEncoder().encode("GPU 0"));
    expect(await push("evidence", packed, options, "dir/list.txt.gz")).toMatchObject({
      exitCode: 0,
      output: { files: [{ name: "list.txt", answer: { status: 200, id: "e1" } }] },
    });
    expect(seen[0]).toMatchObject({ url: "/api/v1/evidence?name=list.txt&review=REV-3", body: "GPU 0" });
    expect(await push("evidence", packed.subarray(0, 12), options, "list.txt.gz")).toMatchObject({ exitCode: 2 });
    expect(seen).toHaveLength(1);
  });

  it("knows outputs as JSON and as CSV, and a bill by its name", async () => {
    const { seen, address } = await answering([201, { id: "o" }]);
    await push("outputs", '{"brief":"BRF-1"}', { server: address });
    await push("outputs", "period,accepted\n", { server: address, brief: "BRF-1" });
    await push("bill", "a,b\n", { server: `${address}/base` }, "dir/june.csv");
    await push("bill", "a,b\n", { server: `${address}/base`, source: "Azure prod" }, "dir/july.csv");
    expect(seen.map((s) => [s.url, s.type])).toEqual([
      ["/api/v1/outputs", "application/json"],
      ["/api/v1/outputs?brief=BRF-1", "text/csv"],
      ["/base/api/v1/bills?name=june.csv", "application/octet-stream"],
      ["/base/api/v1/bills?name=july.csv&source=Azure+prod", "application/octet-stream"],
    ]);
  });

  it("asks again while the server is away, and not where it refuses", async () => {
    const { seen, address } = await answering([503, {}], [200, { id: "e" }]);
    const given = { server: address, brief: "BRF-1" };
    expect(await push("evidence", "x", given)).toMatchObject({ exitCode: 0, output: { attempts: 2 } });
    expect(new Set(seen.map((s) => s.key)).size).toBe(1);
  });

  it("hands on a refusal as it is", async () => {
    const { seen, address } = await answering([403, { error: { code: "FORBIDDEN", message: "no scope" } }]);
    expect(await push("evidence", "x", { server: address, brief: "BRF-1" })).toMatchObject({
      exitCode: 2,
      output: { error: { code: "FORBIDDEN", message: "no scope" } },
    });
    expect(seen).toHaveLength(1);
  });

  it("says what is missing before anything is sent", async () => {
    const at = { server: "http://127.0.0.1:1" };
    for (const [kind, options] of [
      ["other", at],
      ["evidence", at],
      ["evidence", { ...at, brief: "BRF-1", gate: "door" }],
      ["evidence", { brief: "BRF-1", server: "file:///etc" }],
    ] as const) {
      expect(await push(kind, "x", options)).toMatchObject({ exitCode: 2, output: { error: { code: "USAGE" } } });
    }
    const none = await command.run({
      files: [{ name: "f", bytes: new Uint8Array(1) }],
      options: { kind: "bill", ...at },
      readFile: () => new Uint8Array(),
    });
    expect(none).toMatchObject({ output: { error: { code: "NO_TOKEN" } } });
  });
});
