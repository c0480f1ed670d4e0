import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DATA_PROTECTION_STATEMENTS } from "@/lib/acceptance/areas";
import { attempt } from "@/lib/acceptance/fixtures/review-case";
import { findReview } from "@/lib/acceptance/server/data";
import { recordAttempt } from "@/lib/acceptance/server/mutations/card";
import { allowHost, forgetHost, startLive, stopLive } from "@/lib/acceptance/server/mutations/live";
import type { Actor } from "@/lib/access/actor";
import { withWorkspace } from "@/lib/db/doors";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { bring, openReview, read, write } from "@/lib/testing/review";
import { makeWorkspace } from "@/lib/testing/workspace";
import { liveTick } from "./live-tick";

const PAGE = readFileSync(
  path.join(import.meta.dirname, "../acceptance/evidence/vllm-metrics/fixtures/ok-one-engine.txt"),
  "utf8",
);

/** The page after more work: every counter is so many times as large. */
const grown = (times: number): string =>
  PAGE.replace(
    /^(\S+_(?:total|bucket|count|sum)(?:\{[^}]*\})?) ([\d.e+]+)$/gm,
    (_, name, n) => `${name} ${Number(n) * times}`,
  );

let db: TestDatabase;
let server: http.Server;
let origin: string;
let first: { workspaceId: string; actors: Record<"ana" | "adam" | "olga", Actor> };
const asked: string[] = [];
let answer: (path: string) => { status: number; body: string; headers?: Record<string, string> } = () => ({
  status: 200,
  body: PAGE,
});

beforeAll(async () => {
  db = await openTestDatabase();
  first = await team();
  server = http.createServer((request, response) => {
    asked.push(request.url ?? "");
    const { status, body, headers } = answer(request.url ?? "");
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await db.drop();
});
afterEach(async () => {
  asked.length = 0;
  answer = () => ({ status: 200, body: PAGE });
});

const team = () => makeWorkspace(db.superUrl, { ana: ["author"], adam: ["admin"], olga: ["approver"] });
const at = (minute: number) => new Date(Date.UTC(2026, 10, 30, 12, minute));
const look = async (actor: Actor, number: number) => {
  const found = await read(actor, (tx) => findReview(tx, actor, number, at(0)));
  if (!found) throw new Error("no review");
  return found;
};

/** A review of the first workspace whose load gate is being run. */
async function running(actors = first.actors) {
  const { ana, adam } = actors;
  const { review: number } = await openReview({ brief: ana });
  const { id } = await bring(ana, number, `The agreement of ${number}`, { gate: null, fileName: "agreement.txt" });
  const { card } = await look(ana, number);
  const statements = Object.fromEntries(
    DATA_PROTECTION_STATEMENTS.map((s) => [s, { text: "As agreed", evidenceIds: [id] }]),
  );
  const load = [{ ...attempt([]), startedAt: "2026-11-30T11:00:00.000Z", endedAt: null, outcome: null }];
  // The gates before it are another test's matter: here the attempt is put there.
  await read(ana, (tx) =>
    tx.review.updateMany({
      where: { number },
      data: { card: { ...card, statements, gates: { ...card.gates, load } } as object },
    }),
  );
  return { number, ana, adam };
}
const given = (number: number, address = `${origin}/metrics`) => ({
  number,
  kind: "metrics" as const,
  address,
  selector: "",
  everySeconds: 60 as const,
  minutes: 30,
});
const host = () => new URL(origin).host;

describe("live measurements of a server of our own", () => {
  it("are stored as evidence behind the first page, by whoever started them", async () => {
    const { number, ana, adam } = await running();
    await write(adam, allowHost, { host: host(), inside: true });
    await write(ana, startLive, given(number), at(0));
    expect(await liveTick(at(0))).toEqual({ taken: 1, failed: 0, stopped: 0 });
    expect((await look(ana, number)).evidence).toHaveLength(1);
    // Not due yet: nothing is asked.
    expect(await liveTick(new Date(at(0).getTime() + 59_000))).toEqual({ taken: 0, failed: 0, stopped: 0 });
    answer = () => ({ status: 200, body: grown(3) });
    await Promise.all([liveTick(at(1)), liveTick(at(1))]);
    expect(asked).toEqual(["/metrics", "/metrics"]);
    const review = await look(ana, number);
    const stored = review.evidence.at(-1);
    const bytes = `${PAGE.endsWith("\n") ? PAGE : `${PAGE}\n`}${grown(3)}`;
    expect(stored).toMatchObject({ fileName: "live-001.txt", gate: "load", by: "ana" });
    expect(stored?.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect(stored?.reading).toMatchObject({ format: "vllm-metrics", facts: { scrapes: 2 } });
    expect(review.live).toMatchObject([{ scrapes: 1, failures: 0, stoppedAt: null }]);
    const events = await read(ana, (tx) =>
      tx.auditEvent.findMany({ where: { action: "evidence.add" }, orderBy: { at: "asc" } }),
    );
    expect(events.at(-1)).toMatchObject({ personId: ana.personId, detail: { via: "job", sha256: stored?.sha256 } });
    await write(ana, stopLive, { number, id: review.live[0]?.id ?? "" }, at(2));
    expect(await liveTick(at(3))).toEqual({ taken: 0, failed: 0, stopped: 0 });
  });

  it("begin anew where the server was started again, and the file with the break passes nothing", async () => {
    const { number, ana } = await running();
    answer = () => ({ status: 200, body: grown(3) });
    await write(ana, startLive, given(number), at(0));
    await liveTick(at(0));
    answer = () => ({ status: 200, body: PAGE });
    await liveTick(at(1));
    answer = () => ({ status: 200, body: grown(2) });
    await liveTick(at(2));
    const files = (await look(ana, number)).evidence.slice(1).map((e) => e.reading);
    expect(files.map((r) => r.format !== null && r.complete)).toEqual([false, true]);
    await write(ana, stopLive, { number, id: (await look(ana, number)).live[0]?.id ?? "" });
  });

  it("follow no redirect, take nothing too large, and count failures without storing anything", async () => {
    const { number, ana } = await running();
    await write(ana, startLive, given(number), at(0));
    answer = () => ({ status: 302, body: "", headers: { location: `${origin}/elsewhere` } });
    expect(await liveTick(at(0))).toMatchObject({ failed: 1 });
    expect(asked).toEqual(["/metrics"]);
    expect((await look(ana, number)).live[0]).toMatchObject({ failures: 1, lastError: "the other side answered 302" });
    answer = () => ({ status: 200, body: "x".repeat(8 * 1024 * 1024 + 1) });
    expect(await liveTick(at(1))).toMatchObject({ failed: 1 });
    expect((await look(ana, number)).live[0]?.lastError).toContain("larger than");
    expect((await look(ana, number)).evidence).toHaveLength(1);
    for (let minute = 2; minute < 13; minute++) await liveTick(at(minute));
    expect((await look(ana, number)).live[0]).toMatchObject({ stoppedWhy: "failing" });
  });

  it("stop with the gate, with the right of whoever started them, and when their time is over", async () => {
    const closed = await running();
    await write(closed.ana, startLive, given(closed.number), at(0));
    const { cardVersion: version } = await look(closed.ana, closed.number);
    await write(
      closed.ana,
      recordAttempt,
      { number: closed.number, version, gate: "load", outcome: "failed", note: "" },
      at(0),
    );
    expect(await liveTick(at(0))).toEqual({ taken: 0, failed: 0, stopped: 1 });
    expect((await look(closed.ana, closed.number)).live[0]?.stoppedWhy).toBe("gate-closed");
    const over = await running();
    await write(over.ana, startLive, given(over.number), at(0));
    await liveTick(at(30));
    expect((await look(over.ana, over.number)).live[0]?.stoppedWhy).toBe("time-over");
    const left = await running();
    await write(left.ana, startLive, given(left.number), at(0));
    await withWorkspace(left.ana.workspaceId, (tx) =>
      tx.membership.updateMany({ where: { personId: left.ana.personId }, data: { roles: ["viewer"] } }),
    );
    await liveTick(at(0));
    expect((await look(left.ana, left.number)).live[0]?.stoppedWhy).toBe("no-right");
    await withWorkspace(left.ana.workspaceId, (tx) =>
      tx.membership.updateMany({ where: { personId: left.ana.personId }, data: { roles: ["author"] } }),
    );
    expect(asked).toEqual([]);
  });
});

describe("what may be asked", () => {
  it("is on the list, has no password, and belongs to a running load gate", async () => {
    const { number, ana } = await running();
    const start = (address: string, more = {}) => write(ana, startLive, { ...given(number, address), ...more }, at(0));
    await expect(start("http://169.254.169.254/latest/meta-data")).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
    await expect(start("http://localhost:9/metrics")).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
    await expect(start(`http://u:p@${host()}/metrics`)).rejects.toMatchObject({ code: "INVALID" });
    await expect(start("file:///etc/passwd")).rejects.toMatchObject({ code: "INVALID" });
    await expect(start(origin, { kind: "prometheus", selector: "up" })).rejects.toMatchObject({ code: "INVALID" });
    const { review: other } = await openReview({ brief: ana });
    await expect(write(ana, startLive, given(other), at(0))).rejects.toMatchObject({ code: "LIVE_NEEDS_ATTEMPT" });
    await start(`${origin}/metrics`);
    await expect(start(`${origin}/metrics`)).rejects.toMatchObject({ code: "CONFLICT" });
    await write(first.actors.adam, forgetHost, { host: host() });
    await liveTick(at(0));
    expect((await look(ana, number)).live[0]?.stoppedWhy).toBe("not-listed");
    await write(first.actors.adam, allowHost, { host: host(), inside: true });
    expect(asked).toEqual([]);
  });

  it("is nothing at all in a sample, where everybody is admin of their own", async () => {
    const { actors } = await team();
    await read(actors.adam, (tx) => tx.workspace.updateMany({ data: { isSample: true } }));
    const listing = write(actors.adam, allowHost, { host: "metrics.example", inside: false });
    await expect(listing).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("lies inside a network for the first workspace alone, or where whoever runs the server says so", async () => {
    const { actors } = await team();
    const { number, ana, adam } = await running(actors);
    await expect(write(adam, allowHost, { host: host(), inside: true })).rejects.toMatchObject({
      code: "ADDRESS_REFUSED",
    });
    await write(adam, allowHost, { host: host(), inside: false });
    await write(ana, startLive, given(number), at(0));
    expect(await liveTick(at(0))).toMatchObject({ failed: 1 });
    expect((await look(ana, number)).live[0]?.lastError).toContain("private network");
    expect(asked).toEqual([]);
    process.env.HEADROOM_ALLOWED_HOSTS = host();
    expect(await liveTick(at(1))).toMatchObject({ taken: 1 });
    delete process.env.HEADROOM_ALLOWED_HOSTS;
    expect(asked).toEqual(["/metrics"]);
    await write(ana, stopLive, { number, id: (await look(ana, number)).live[0]?.id ?? "" });
  });
});

describe("a Prometheus server from the distribution", () => {
  it("is asked for the series of a selector", async () => {
    if (spawnSync("prometheus", ["--version"]).status !== 0) {
      console.info("not run: no prometheus is installed here (apt-get install prometheus)");
      return;
    }
    let times = 1;
    answer = () => ({ status: 200, body: grown(times), headers: { "content-type": "text/plain; version=0.0.4" } });
    const dir = mkdtempSync(path.join(os.tmpdir(), "headroom-prometheus-"));
    const port = await freePort();
    writeFileSync(
      path.join(dir, "prometheus.yml"),
      `global: {scrape_interval: 1s}\nscrape_configs:\n  - job_name: vllm\n    static_configs: [{targets: ["${host()}"]}]\n`,
    );
    const child = spawn(
      "prometheus",
      [
        `--config.file=${dir}/prometheus.yml`,
        `--storage.tsdb.path=${dir}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: "ignore" },
    );
    try {
      const address = `http://127.0.0.1:${port}`;
      const page = () =>
        fetch(`${address}/federate?match[]={__name__=~"vllm:.*"}`).then(
          (r) => r.text(),
          () => "",
        );
      await expect.poll(page, { timeout: 30_000, interval: 250 }).toContain("vllm:");
      const { number, ana, adam } = await running();
      await write(adam, allowHost, { host: "127.0.0.1", inside: true });
      const asks = { kind: "prometheus" as const, selector: '{__name__=~"vllm:.*"}' };
      await write(ana, startLive, { ...given(number, address), ...asks }, at(0));
      expect(await liveTick(at(0))).toMatchObject({ taken: 1 });
      times = 3;
      const count = /^vllm:time_to_first_token_seconds_count\{.*\} 300 /m;
      await expect.poll(page, { timeout: 20_000, interval: 200 }).toMatch(count);
      expect(await liveTick(at(1))).toMatchObject({ taken: 1 });
      const stored = (await look(ana, number)).evidence.at(-1);
      expect(stored?.reading).toMatchObject({ format: "vllm-metrics", facts: { scrapes: 2 } });
    } finally {
      child.kill("SIGTERM");
      await new Promise((r) => child.once("exit", r));
      rmSync(dir, { recursive: true, force: true });
    }
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = http.createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
