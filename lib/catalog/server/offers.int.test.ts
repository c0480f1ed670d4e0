import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { read, write } from "@/lib/testing/review";
import { makeWorkspace } from "@/lib/testing/workspace";
import { findOffer, offerImports, pageOfOffers, retiredOffers } from "./data";
import {
  addOffer,
  addOfferInput,
  importOffers,
  planImport,
  reinstateOffer,
  retireOffer,
  undoImport,
} from "./mutations";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.drop());

const TODAY = "2026-11-30";
const OFFER = addOfferInput.parse({
  offer: {
    provider: "Example Cloud",
    acceleratorId: "h100-sxm",
    purchase: "on-demand",
    boundary: "vm",
    price: { amount: "2.490000000000000000000000000001", currency: "USD", unit: "gpu-hour" },
    source: "price page",
    dated: "2026-11-01",
  },
});

const ALL = { boundary: "", card: "", provider: "", page: 1 };
const team = () => makeWorkspace(db.superUrl, { ana: ["author"], fin: ["finance"] });

describe("offers", () => {
  it("are kept to the last digit under their own number, with who added them", async () => {
    const { actors } = await team();
    const first = await write(actors.ana, addOffer, OFFER);
    const second = await write(actors.fin, addOffer, OFFER);
    expect([first.number, second.number]).toEqual([1, 2]);
    const kept = await read(actors.ana, (tx) => findOffer(tx, 1, TODAY));
    expect(kept?.offer).toMatchObject({ id: "OFF-1", price: { amount: "2.490000000000000000000000000001" } });
    expect(kept).toMatchObject({ stale: false, retired: false });
    const events = await read(actors.ana, (tx) => tx.auditEvent.findMany({ where: { action: "offer.add" } }));
    expect(events.map((e) => [e.entityId, e.personId]).sort()).toEqual([
      ["OFF-1", actors.ana.personId],
      ["OFF-2", actors.fin.personId],
    ]);
  });

  it("go stale by their date, and leave the list when retired but stay readable", async () => {
    const { actors } = await team();
    await write(actors.ana, addOffer, OFFER);
    expect((await read(actors.ana, (tx) => pageOfOffers(tx, "2026-12-02", ALL))).offers.map((o) => o.stale)).toEqual([
      true,
    ]);
    await write(actors.fin, retireOffer, { number: 1 });
    expect((await read(actors.ana, (tx) => pageOfOffers(tx, TODAY, ALL))).offers).toEqual([]);
    expect(await read(actors.ana, (tx) => findOffer(tx, 1, TODAY))).toMatchObject({ number: 1, retired: true });
    await expect(write(actors.fin, retireOffer, { number: 1 })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const events = await read(actors.ana, (tx) => tx.auditEvent.findMany({ where: { action: "offer.retire" } }));
    expect(events).toHaveLength(1);
  });

  it("come back into the lists as they were when retired by mistake, and never twice", async () => {
    const { actors } = await team();
    await write(actors.ana, addOffer, OFFER);
    const listed = async () => (await read(actors.ana, (tx) => pageOfOffers(tx, TODAY, ALL))).offers;
    const before = await listed();
    await write(actors.fin, retireOffer, { number: 1 });
    expect(await read(actors.ana, retiredOffers)).toEqual([{ number: 1, provider: "Example Cloud" }]);
    await write(actors.fin, reinstateOffer, { number: 1 });
    expect(await listed()).toEqual(before);
    await expect(write(actors.fin, reinstateOffer, { number: 1 })).rejects.toMatchObject({
      code: "UNDO_CHANGED",
      detail: { data: { why: "undone" } },
    });
    await write(actors.fin, retireOffer, { number: 1 });
    await write(actors.ana, addOffer, OFFER);
    await expect(write(actors.fin, reinstateOffer, { number: 1 })).rejects.toMatchObject({
      detail: { data: { why: "same-stands", what: "OFF-2" } },
    });
    const { actors: others } = await team();
    await expect(write(others.ana, reinstateOffer, { number: 1 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("refuse a card that the catalogue lacks, naming the field, and use up no number", async () => {
    const { actors } = await team();
    const unknown = { offer: { ...OFFER.offer, acceleratorId: "h900" } };
    await expect(write(actors.ana, addOffer, unknown)).rejects.toMatchObject({
      code: "INVALID",
      detail: { fields: [{ path: "acceleratorId", code: "unknown" }] },
    });
    expect((await write(actors.ana, addOffer, OFFER)).number).toBe(1);
  });

  it("are nobody else's", async () => {
    const [a, b] = [await team(), await team()];
    await write(a.actors.ana, addOffer, OFFER);
    expect(await read(b.actors.ana, (tx) => findOffer(tx, 1, TODAY))).toBeNull();
    await expect(write(b.actors.ana, retireOffer, { number: 1 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("come from a file once: planned, added in one transaction, and known again the second time", async () => {
    const { actors } = await team();
    const rows = Array.from({ length: 10_000 }, (_, i) => `m,L4,1,,r${i},0.${i + 1},`);
    const text = ["InstanceType,AcceleratorName,AcceleratorCount,GpuInfo,Region,Price,SpotPrice", ...rows].join("\n");
    const file = {
      text: `${text}\nm,P4,1,,r,1,\n${rows[0]}\n`,
      source: "list",
      dated: "2026-11-01",
      provider: "Cloud",
    };
    const plan = await write(actors.ana, planImport, file);
    expect(plan).toMatchObject({ fresh: 10_000, equal: 1, refused: [{ code: "unknown-card", count: 1 }] });
    await expect(write(actors.ana, importOffers, { ...file, expected: 9 })).rejects.toMatchObject({
      code: "PLAN_CHANGED",
    });
    expect(await write(actors.ana, importOffers, { ...file, expected: 10_000 })).toEqual({ count: 10_000, first: 1 });
    expect(await write(actors.ana, planImport, file)).toMatchObject({ fresh: 0, equal: 10_001 });
    const page = await read(actors.ana, (tx) =>
      pageOfOffers(tx, TODAY, { ...ALL, card: "l4", provider: "Cloud", page: 2 }),
    );
    expect([page.count, page.pages, page.offers[0]?.number, page.cards]).toEqual([10_000, 200, 9950, ["l4"]]);
    const none = await read(actors.ana, (tx) => pageOfOffers(tx, TODAY, { ...ALL, card: "t4" }));
    expect([none.count, none.page]).toEqual([0, 1]);
    const events = await read(actors.ana, (tx) => tx.auditEvent.findMany({ where: { action: "offer.import" } }));
    expect(events.map((e) => e.detail)).toMatchObject([{ count: 10_000, source: "list" }]);
  }, 60_000);

  it("are taken out again at once, those that are in use; nothing else goes with them", async () => {
    const { actors } = await team();
    await write(actors.ana, addOffer, OFFER);
    const rows = [1, 2, 3].map((n) => `m${n},L4,1,r,${n}`).join("\n");
    const text = `InstanceType,AcceleratorName,AcceleratorCount,Region,Price\n${rows}\n`;
    const file = { text, source: "list", dated: "2026-11-01", provider: "Cloud" };
    const made = await write(actors.ana, importOffers, { ...file, expected: 3 });
    expect(made).toEqual({ count: 3, first: 2 });
    await write(actors.ana, retireOffer, { number: 3 });
    expect(await read(actors.ana, offerImports)).toMatchObject([{ first: 2, count: 3, inUse: 2, source: "list" }]);
    await expect(write(actors.ana, undoImport, { first: 1 })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await write(actors.fin, undoImport, { first: 2 })).toEqual({ count: 2 });
    const left = (await read(actors.ana, (tx) => pageOfOffers(tx, TODAY, ALL))).offers;
    expect(left.map((o) => o.number)).toEqual([1]);
    await expect(write(actors.fin, undoImport, { first: 2 })).rejects.toMatchObject({
      detail: { data: { why: "undone" } },
    });
    expect(await write(actors.ana, planImport, file)).toMatchObject({ fresh: 3, equal: 0 });
  });

  it("of a file that names no provider ask for it, and an unknown file is refused", async () => {
    const { actors } = await team();
    const file = { source: "list", dated: "2026-11-01", provider: "" };
    const bare = "InstanceType,AcceleratorName,AcceleratorCount,Region,Price\nm,L4,1,r,1\n";
    await expect(write(actors.ana, planImport, { ...file, text: bare })).rejects.toMatchObject({
      detail: { fields: [{ path: "provider", code: "needed" }] },
    });
    for (const text of ["a,b\n1,2\n", "{", "[]"]) {
      await expect(write(actors.ana, planImport, { ...file, text })).rejects.toMatchObject({
        detail: { fields: [{ path: "text", code: "unknown-format" }] },
      });
    }
  });
});
