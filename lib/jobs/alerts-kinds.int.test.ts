import http from "node:http";
import net, { type AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendBack } from "@/lib/acceptance/server/mutations/decide";
import { submitReview } from "@/lib/acceptance/server/mutations/submit";
import type { Actor } from "@/lib/access/actor";
import type { AlertKind } from "@/lib/alerts/kinds";
import { unseenAlerts } from "@/lib/alerts/server/data/unseen";
import { addChannel, markAlertsSeen } from "@/lib/alerts/server/mutations";
import { addOffer } from "@/lib/catalog/server/mutations";
import { runBulk } from "@/lib/gate/run";
import { planDigestOf } from "@/lib/ledger/server/data/planned";
import { setBudget } from "@/lib/ledger/server/mutations/budget";
import { commitImport } from "@/lib/ledger/server/mutations/commit-import";
import { enterManually } from "@/lib/ledger/server/mutations/enter-manually";
import { uploadBill } from "@/lib/ledger/server/mutations/upload-bill";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { changePlan, openReview, read, write } from "@/lib/testing/review";
import { ctxOf, makeWorkspace } from "@/lib/testing/workspace";
import { inboxOf, waitingCount } from "@/lib/workspace/server/data/inbox";
import { alertsTick } from "./alerts-tick";

/** Each kind of alert from what really raises it, to the inbox, the start, a webhook and an e-mail. */

let db: TestDatabase;
let hook: http.Server;
let mail: net.Server;
const told: string[] = [];
const mailed: string[] = [];
const portOf = (server: net.Server): number => (server.address() as AddressInfo).port;
const listening = (server: net.Server) => new Promise<void>((done) => server.listen(0, "127.0.0.1", done));

/** As much of a mail server as takes a letter. */
function mailServer(): net.Server {
  return net.createServer((socket) => {
    let letter: string | null = null;
    let rest = "";
    socket.write("220 mail\r\n");
    socket.on("data", (data) => {
      const lines = (rest + data.toString()).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (letter !== null && line !== ".") letter += `${line}\n`;
        else if (letter !== null) {
          mailed.push(letter);
          letter = null;
          socket.write("250 taken\r\n");
        } else if (line === "DATA") {
          letter = "";
          socket.write("354 go on\r\n");
        } else socket.write(line === "QUIT" ? "221 bye\r\n" : "250 yes\r\n");
      }
    });
  });
}

beforeAll(async () => {
  db = await openTestDatabase();
  hook = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (c: Buffer) => chunks.push(c));
    request.on("end", () => {
      told.push((JSON.parse(Buffer.concat(chunks).toString()) as { text: string }).text);
      response.writeHead(200).end("ok");
    });
  });
  mail = mailServer();
  await Promise.all([listening(hook), listening(mail)]);
  process.env.HEADROOM_ALLOWED_HOSTS = `127.0.0.1:${portOf(hook)}`;
  process.env.HEADROOM_SMTP_URL = `smtp://127.0.0.1:${portOf(mail)}`;
});
afterAll(async () => {
  delete process.env.HEADROOM_ALLOWED_HOSTS;
  delete process.env.HEADROOM_SMTP_URL;
  hook.close();
  mail.close();
  await db.drop();
});

/** The clock of the tests' contexts, so many minutes on. */
const minutes = (n: number) => new Date(Date.parse("2026-11-30T12:00:00Z") + n * 60_000);

/** An author, an approver and finance, members since long, with one webhook each for one kind. */
async function team(kind: AlertKind, by: "webhook" | "email" = "webhook") {
  const made = await makeWorkspace(db.superUrl, { ana: ["author"], olga: ["approver"], fin: ["finance"] });
  const root = new pg.Client(db.superUrl);
  await root.connect();
  await root.query("UPDATE membership SET created_at = '2026-01-01' WHERE workspace_id = $1", [made.workspaceId]);
  await root.end();
  const { ana, olga, fin } = made.actors;
  const target = by === "email" ? "ana@example.test" : `http://127.0.0.1:${portOf(hook)}/hook`;
  const who = { budget: fin, import: fin, review: olga, decision: ana, offer: ana, rental: ana }[kind];
  await write(who, addChannel, { kind: by, target, alerts: [kind] });
  told.length = 0;
  mailed.length = 0;
  await alertsTick(minutes(0));
  return { ana, olga, fin, who };
}

const happened = (who: Actor, now: Date) => read(who, (tx) => unseenAlerts(tx, who, now));
const waits = (who: Actor, now: Date) =>
  read(who, async (tx) => ({
    home: await inboxOf(tx, who, now, now.toISOString().slice(0, 10)),
    count: await waitingCount(tx, who, now, now.toISOString().slice(0, 10)),
  }));

/** It stands in the inbox with its link, and leaves it, and the count, once it was looked at. */
async function toldAndSeen(who: Actor, now: Date, said: string, path: string) {
  const [alert] = (await happened(who, now)).filter((a) => a.said === said);
  expect(alert).toMatchObject({ said, path });
  const before = (await waits(who, now)).count;
  await write(who, markAlertsSeen, { ids: [alert?.id ?? ""] }, now);
  expect((await happened(who, now)).map((a) => a.said)).not.toContain(said);
  expect((await waits(who, now)).count).toBe(before - 1);
}

describe("what somebody wants to hear of", () => {
  it("a review that waits for my signature: submitted for real, in inbox, start and webhook", async () => {
    const { ana, olga } = await team("review");
    const { review } = await openReview({ brief: ana });
    await write(ana, submitReview, { number: review }, minutes(1));
    await alertsTick(minutes(2));
    expect(told.join()).toContain(`REV-${review} waits for a signature`);
    expect(told.join()).toContain(`/reviews/REV-${review}`);
    const { home, count } = await waits(olga, minutes(2));
    expect(home.toSign).toMatchObject([{ number: review }]);
    expect(count).toBe(1);
    expect((await waits(ana, minutes(2))).home.toSign).toEqual([]);
  });

  it("a review that was sent back: in its author's inbox and start, and by e-mail", async () => {
    const { ana, olga } = await team("decision", "email");
    const { review } = await openReview({ brief: ana });
    await write(ana, submitReview, { number: review }, minutes(1));
    await write(olga, sendBack, { number: review, reason: "Load is missing", areas: [] }, minutes(2));
    await alertsTick(minutes(3));
    expect(mailed).toHaveLength(1);
    expect(mailed[0]).toContain("To: ana@example.test");
    expect(mailed[0]).toContain(`REV-${review} was sent back with reasons.`);
    expect(mailed[0]).toContain(`/reviews/REV-${review}`);
    expect((await waits(ana, minutes(3))).home.sentBack).toMatchObject([{ number: review, reason: "Load is missing" }]);
    await write(ana, submitReview, { number: review }, minutes(4));
    expect((await waits(ana, minutes(4))).count).toBe(0);
  });

  it("a budget that is exceeded by what was spent", async () => {
    const { fin } = await team("budget");
    const limit = {
      name: "All",
      brief: null,
      measure: "amount",
      currency: "USD",
      limit: "10",
      warnPercent: 80,
    } as const;
    await write(fin, setBudget, limit);
    await write(fin, enterManually, {
      brief: null,
      component: "accelerator",
      amount: "10.5",
      currency: "USD",
      chargeStart: "2026-11-03T00:00:00Z",
      chargeEnd: "2026-11-04T00:00:00Z",
      description: "Card hours",
      invoiceId: null,
      account: "",
      resource: null,
    });
    await alertsTick(minutes(1));
    expect(told.join()).toContain("Budget “All” is exceeded: 10.5 USD of 10 USD");
    await toldAndSeen(fin, minutes(1), "budgetOver", "/ledger/budgets");
  });

  it("an import that is finished: committed for real", async () => {
    const { fin } = await team("import");
    const text =
      "charge_start,charge_end,component,amount,currency,resource,description\n2026-11-01T00:00:00Z,2026-11-01T01:00:00Z,accelerator,2,USD,gpu-1,one hour\n";
    const { number: bill } = await write(fin, uploadBill, { fileName: "b.csv", bytes: new TextEncoder().encode(text) });
    const digest = await read(fin, (tx) => planDigestOf(tx, bill, "effective", "USD"));
    const terms = { bill, basis: "effective", digest, keepUnclassified: false } as const;
    // A refusal was answered on the spot: nobody hears that the work broke off.
    const old = runBulk(ctxOf(fin, minutes(1)), commitImport, { ...terms, digest: "0".repeat(64) });
    await expect(old).rejects.toMatchObject({ code: "PLAN_CHANGED" });
    const work = await read(fin, (tx) => tx.$queryRaw<object[]>`SELECT what, state FROM bill_work`);
    expect(work).toEqual([{ what: "commit", state: "done" }]);
    await alertsTick(minutes(0.5));
    expect((await happened(fin, minutes(1))).map((a) => a.said)).toEqual([]);
    await runBulk(ctxOf(fin, minutes(1)), commitImport, terms);
    await alertsTick(minutes(2));
    expect(told.join()).toContain(`BILL-${bill} was committed to the ledger`);
    await toldAndSeen(fin, minutes(2), "importFinished", `/ledger/import/BILL-${bill}`);
  });

  it("an offer about to end on which a rental rests, and no other", async () => {
    const { ana } = await team("offer");
    const { plan } = await openReview({ brief: ana });
    const ending = (validUntil: string, price: string) =>
      write(ana, addOffer, {
        offer: {
          provider: "Brief Cloud",
          acceleratorId: "h100-sxm",
          cardsPerPack: 1,
          wholePacksOnly: false,
          purchase: "on-demand",
          boundary: "dedicated-node",
          price: { amount: price, currency: "USD", unit: "gpu-hour" },
          source: "a quote",
          dated: "2026-11-01",
          validUntil,
        },
      } as Parameters<typeof addOffer>[2]);
    const used = await ending("2026-12-05", "2.50");
    await ending("2026-12-04", "2.40");
    await changePlan(ana, plan, 1, { offerNumber: used.number });
    await alertsTick(minutes(1));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(`OFF-${used.number} of Brief Cloud is valid until`);
    await toldAndSeen(ana, minutes(1), "offerEnding", `/offers/OFF-${used.number}`);
  });

  it("a rental that ends in two days, and once more when it is overdue", async () => {
    const { ana } = await team("rental");
    await openReview({ brief: ana });
    await alertsTick(minutes(1));
    expect(told).toEqual([]);
    const near = new Date("2026-12-01T12:00:00Z");
    await alertsTick(near);
    expect(told.join()).toContain("RNT-1 ends on");
    expect(told.join()).toContain("Stopped when idle for an hour");
    await toldAndSeen(ana, near, "rentalEnding", "/rentals/RNT-1");
    const late = new Date("2026-12-03T02:00:00Z");
    await alertsTick(late);
    expect(told).toHaveLength(2);
    expect(told[1]).toContain("RNT-1 should have ended on");
    await toldAndSeen(ana, late, "rentalOverdue", "/rentals/RNT-1");
  });
});
