import http from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WorkspaceId } from "@/lib/access/actor";
import type { Ctx } from "@/lib/access/context";
import { channelsOf, listAlerts } from "@/lib/alerts/server/data";
import { addChannel, removeChannel } from "@/lib/alerts/server/mutations";
import { recordAudit } from "@/lib/audit/record";
import { withWorkspace } from "@/lib/db/doors";
import { runAndNote } from "@/lib/gate/run";
import { setBudget } from "@/lib/ledger/server/mutations/budget";
import { enterManually } from "@/lib/ledger/server/mutations/enter-manually";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { ctxOf, makeWorkspace } from "@/lib/testing/workspace";
import { alertsTick } from "./alerts-tick";

let db: TestDatabase;
let server: http.Server;
let hook: string;
const got: { text: string }[] = [];
let answer = 200;

beforeAll(async () => {
  db = await openTestDatabase();
  server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (c: Buffer) => chunks.push(c));
    request.on("end", () => {
      if (answer === 200) got.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(answer).end("ok");
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  hook = `http://127.0.0.1:${port}/services/secret`;
  process.env.HEADROOM_ALLOWED_HOSTS = `127.0.0.1:${port}`;
});

afterAll(async () => {
  delete process.env.HEADROOM_ALLOWED_HOSTS;
  server.close();
  await db.drop();
});

async function withBudget(limit: string) {
  const { workspaceId, actors } = await makeWorkspace(db.superUrl, { fin: ["finance"], eve: ["viewer"] });
  const ctx = ctxOf(actors.fin);
  await withWorkspace(workspaceId, async (tx) => {
    await setBudget(tx, ctx, {
      name: "All",
      brief: null,
      measure: "amount",
      currency: "USD",
      limit,
      warnPercent: 80,
    });
    await addChannel(tx, ctx, { kind: "webhook", target: hook, alerts: ["budget"] });
  });
  return { workspaceId, actors, ctx };
}

/** Around the time at which the test's contexts write. */
const minutes = (n: number) => new Date(Date.parse("2026-11-30T12:00:00Z") + n * 60_000);

const spend = (workspaceId: WorkspaceId, ctx: Ctx, amount: string) =>
  withWorkspace(workspaceId, (tx) =>
    runAndNote(tx, ctx, enterManually, {
      brief: null,
      component: "accelerator",
      amount,
      currency: "USD",
      chargeStart: "2026-11-03T00:00:00Z",
      chargeEnd: "2026-11-04T00:00:00Z",
      description: "Card hours",
      invoiceId: null,
      account: "",
      resource: null,
    }),
  );

describe("alerts", () => {
  it("a budget that is exceeded is said once, in the channel that asked for it, however often one looks", async () => {
    const { workspaceId, ctx } = await withBudget("100");
    await alertsTick(minutes(0));
    expect(got).toEqual([]);
    await spend(workspaceId, ctx, "100.01");
    const first = await alertsTick(minutes(1));
    expect(first).toMatchObject({ sent: 1, failed: 0 });
    expect(got).toHaveLength(1);
    expect(got[0]?.text).toContain("Budget “All” is exceeded: 100.01 USD of 100 USD");
    expect(got[0]?.text).toContain("/ledger/budgets");
    await alertsTick(minutes(2));
    await alertsTick(minutes(90));
    expect(got).toHaveLength(1);
    await withWorkspace(workspaceId, async (tx) => {
      expect(await listAlerts(tx, 10)).toMatchObject([{ said: "budgetOver" }]);
      const [channel] = await channelsOf(tx, ctx.actor.personId);
      expect(channel?.target).not.toContain("secret");
      expect(channel?.lastSentAt).not.toBeNull();
    });
  });

  it("two servers that tick at once send a message once", async () => {
    got.length = 0;
    const { workspaceId, ctx } = await withBudget("10");
    await spend(workspaceId, ctx, "9");
    await Promise.all([alertsTick(minutes(1)), alertsTick(minutes(1)), alertsTick(minutes(1))]);
    expect(got).toHaveLength(1);
    expect(got[0]?.text).toContain("9 USD of 10 USD");
  });

  it("what the other side refuses is tried again later and then sent; the channel says why not yet", async () => {
    got.length = 0;
    answer = 503;
    const { workspaceId, ctx } = await withBudget("10");
    await spend(workspaceId, ctx, "11");
    expect(await alertsTick(minutes(1))).toMatchObject({ sent: 0, failed: 1 });
    expect(await alertsTick(minutes(1))).toMatchObject({ sent: 0, failed: 0 });
    await withWorkspace(workspaceId, async (tx) => {
      expect(await channelsOf(tx, ctx.actor.personId)).toMatchObject([{ lastError: "the other side answered 503" }]);
    });
    answer = 200;
    expect(await alertsTick(minutes(4))).toMatchObject({ sent: 1 });
    expect(got).toHaveLength(1);
  });

  it("a channel that was removed, and one of somebody who left, get nothing", async () => {
    got.length = 0;
    const { workspaceId, actors, ctx } = await withBudget("10");
    await withWorkspace(workspaceId, async (tx) => {
      const [channel] = await channelsOf(tx, ctx.actor.personId);
      await removeChannel(tx, ctx, { id: channel?.id ?? "" });
      await addChannel(tx, ctxOf(actors.eve), { kind: "webhook", target: hook, alerts: ["budget"] });
      await tx.membership.delete({ where: { workspaceId_personId: { workspaceId, personId: actors.eve.personId } } });
    });
    await spend(workspaceId, ctx, "11");
    expect(await alertsTick(minutes(1))).toMatchObject({ sent: 0, failed: 0 });
    expect(got).toEqual([]);
  });

  it("a review that waits is said to approvers and their delegates alone", async () => {
    got.length = 0;
    const { workspaceId, actors } = await makeWorkspace(db.superUrl, {
      app: ["approver"],
      ana: ["author"],
      del: ["viewer"],
    });
    const root = new pg.Client(db.superUrl);
    await root.connect();
    await root.query(
      `INSERT INTO delegation (workspace_id, id, from_person, to_person, starts_at, ends_at, amount, currency, every_brief)
       VALUES ($1, gen_random_uuid(), $2, $3, '2026-11-01', '2026-12-31', 1000, 'USD', true)`,
      [workspaceId, actors.app.personId, actors.del.personId],
    );
    await root.end();
    await withWorkspace(workspaceId, async (tx) => {
      for (const a of [actors.app, actors.ana, actors.del])
        await addChannel(tx, ctxOf(a), { kind: "webhook", target: hook, alerts: ["review"] });
    });
    await alertsTick(minutes(0));
    await withWorkspace(workspaceId, (tx) =>
      recordAudit(tx, ctxOf(actors.ana), { action: "review.submit", entityType: "review", entityId: "REV-7" }),
    );
    expect(await alertsTick(minutes(1))).toMatchObject({ sent: 2 });
    expect(got[0]?.text).toContain("REV-7 waits for a signature");
  });

  it("an address inside the network that nobody allowed is never asked", async () => {
    got.length = 0;
    const allowed = process.env.HEADROOM_ALLOWED_HOSTS;
    process.env.HEADROOM_ALLOWED_HOSTS = "";
    const { workspaceId, ctx } = await withBudget("10");
    await spend(workspaceId, ctx, "11");
    expect(await alertsTick(minutes(1))).toMatchObject({ sent: 0, failed: 1 });
    process.env.HEADROOM_ALLOWED_HOSTS = allowed;
    expect(got).toEqual([]);
  });

  it("row security keeps channels and alerts of others out of sight", async () => {
    const { workspaceId } = await makeWorkspace(db.superUrl, { eve: ["admin"] });
    await withWorkspace(workspaceId, async (tx) => {
      expect(await tx.alert.count()).toBe(0);
      expect(await tx.alertChannel.count()).toBe(0);
      expect(await tx.budget.count()).toBe(0);
    });
    const root = new pg.Client(db.superUrl);
    await root.connect();
    expect((await root.query("SELECT count(*)::int AS n FROM alert_channel")).rows[0].n).toBeGreaterThan(3);
    await root.end();
  });
});
