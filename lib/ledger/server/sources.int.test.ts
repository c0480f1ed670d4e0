import { describe, expect, it } from "vitest";
import type { Ctx } from "@/lib/access/context";
import {
  bytesOf,
  commitDigest,
  finance,
  importFile,
  inside,
  netOf,
  openLedgerDatabase,
  planOf,
  root,
  upload,
} from "@/lib/testing/ledger";
import { PLAIN_TERMS, type SourceTerms } from "../source-choices";
import { listSources } from "./data/sources";
import { chooseSource, endSource, setSource } from "./mutations/source";

openLedgerDatabase();

const HEADER = "charge_start,charge_end,component,amount,currency,resource,description,tags\n";
const hour = (n: number, amount: string, resource = "gpu-1", tags = "") =>
  `2026-09-01T${String(n).padStart(2, "0")}:00:00Z,2026-09-01T${String(n + 1).padStart(2, "0")}:00:00Z,accelerator,${amount},USD,${resource},one hour,${tags}\n`;
const file = (...lines: string[]) => bytesOf(HEADER + lines.join(""));

const source = (ctx: Ctx, name: string, more: Partial<SourceTerms> = {}, id: string | null = null) =>
  inside(ctx, async (tx) => (await setSource(tx, ctx, { id, name, terms: { ...PLAIN_TERMS, ...more } })).data.id);

async function deliver(ctx: Ctx, id: string | null, bytes: Uint8Array, name: string) {
  const bill = await upload(ctx, bytes, name);
  await inside(ctx, (tx) => chooseSource(tx, ctx, { bill, source: id }));
  const plan = await planOf(ctx, bill);
  return { bill, plan, committed: await commitDigest(ctx, bill, plan.digest) };
}

const standing = async (workspaceId: string) => {
  const { rows } = await root.query(
    `SELECT resource, charge_start, trim_scale(sum(effective))::text AS sum FROM ledger_entry WHERE workspace_id = $1
      GROUP BY 1, 2 HAVING sum(effective) <> 0 ORDER BY 1, 2`,
    [workspaceId],
  );
  return rows.map((r) => `${r.resource} ${r.charge_start.toISOString().slice(11, 13)} ${r.sum}`);
};
const claimed = async (workspaceId: string) => {
  const { rows } = await root.query(
    "SELECT resource, sum(extract(epoch FROM upper(period) - lower(period)) / 3600)::int AS hours FROM claim WHERE workspace_id = $1 GROUP BY 1 ORDER BY 1",
    [workspaceId],
  );
  return rows.map((r) => `${r.resource} ${r.hours}`);
};

describe("a source whose files replace each other", () => {
  it("takes back what the newer file no longer says, keeps what it says again, and claims only that", async () => {
    const { ctx, actor } = await finance();
    const id = await source(ctx, "Cloud export", { delivery: "replaces" });
    await deliver(ctx, id, file(hour(0, "1"), hour(1, "1"), hour(2, "1"), hour(0, "5", "gpu-2")), "day-1.csv");
    const newer = await deliver(ctx, id, file(hour(0, "1"), hour(1, "1.25"), hour(3, "1")), "day-2.csv");
    expect(newer.committed).toMatchObject({ entries: 2, takenBack: 3 });
    expect(newer.plan.piles.overlapping).toEqual({});
    expect(newer.plan.piles.alreadyClaimed.USD?.rows).toBe(1);
    expect(newer.plan.takenBack.text()).toEqual({ USD: { rows: 3, billed: "7", effective: "7" } });
    expect(await standing(actor.workspaceId)).toEqual(["gpu-1 00 1", "gpu-1 01 1.25", "gpu-1 03 1"]);
    expect(await claimed(actor.workspaceId)).toEqual(["gpu-1 3"]);
    expect(await netOf(ctx)).toEqual([["USD", "3.25"]]);
    const { rows } = await root.query(
      "SELECT DISTINCT reason FROM ledger_entry WHERE workspace_id = $1 AND reverses_id IS NOT NULL",
      [actor.workspaceId],
    );
    expect(rows).toEqual([{ reason: `BILL-${newer.bill} replaces it` }]);
  });

  it("commits a file that only takes back, and refuses one that changes nothing", async () => {
    const { ctx, actor } = await finance();
    const id = await source(ctx, "Cloud export", { delivery: "replaces" });
    await deliver(ctx, id, file(hour(0, "1"), hour(1, "1")), "a.csv");
    await deliver(ctx, id, file(hour(0, "1")), "b.csv");
    expect(await standing(actor.workspaceId)).toEqual(["gpu-1 00 1"]);
    await expect(deliver(ctx, id, bytesOf(`${HEADER}${hour(0, "1")}\n`), "c.csv")).rejects.toMatchObject({
      code: "BILL_NOTHING_NEW",
    });
  });

  it("takes back another account's entries only after somebody agreed to those that the plan names", async () => {
    const { ctx, actor } = await finance();
    const id = await source(ctx, "Cloud export", { delivery: "replaces" });
    const of = (account: string, ...lines: string[]) =>
      bytesOf(`account,${HEADER}${lines.map((l) => `${account},${l}`).join("")}`);
    await deliver(ctx, id, of("acc-1", hour(0, "1"), hour(1, "2")), "one.csv");
    const bill = await upload(ctx, of("acc-2", hour(0, "5", "gpu-9")), "two.csv");
    await inside(ctx, (tx) => chooseSource(tx, ctx, { bill, source: id }));
    const plan = await planOf(ctx, bill);
    expect(plan.takenBack.byAccount()).toEqual([
      {
        account: "acc-1/",
        period: "2026-09",
        entries: 2,
        inFile: false,
        sums: { USD: { rows: 2, billed: "3", effective: "3" } },
      },
    ]);
    await expect(commitDigest(ctx, bill, plan.digest)).rejects.toMatchObject({ code: "BILL_OTHER_ACCOUNTS" });
    expect(await standing(actor.workspaceId)).toEqual(["gpu-1 00 1", "gpu-1 01 2"]);
    await commitDigest(ctx, bill, plan.digest, false, true);
    expect(await standing(actor.workspaceId)).toEqual(["gpu-9 00 5"]);
  });

  it("leaves what other sources, other periods and people wrote", async () => {
    const { ctx, actor } = await finance();
    const id = await source(ctx, "Cloud export", { delivery: "replaces" });
    await importFile(ctx, file(hour(5, "9", "other")), "other.csv");
    const august = hour(0, "4").replaceAll("2026-09", "2026-08");
    await deliver(ctx, id, file(august, hour(0, "1")), "a.csv");
    await deliver(ctx, id, file(hour(0, "2")), "b.csv");
    expect(await standing(actor.workspaceId)).toEqual(["gpu-1 00 4", "gpu-1 00 2", "other 05 9"]);
  });

  it("changes nothing for files that add: an hour billed at another price is asked about", async () => {
    const { ctx } = await finance();
    const id = await source(ctx, "Cloud export");
    await deliver(ctx, id, file(hour(0, "1")), "a.csv");
    const bill = await upload(ctx, file(hour(0, "1.5")), "b.csv");
    await inside(ctx, (tx) => chooseSource(tx, ctx, { bill, source: id }));
    expect((await planOf(ctx, bill)).piles.overlapping.USD?.rows).toBe(1);
  });

  it("is planned anew when its terms were chosen after somebody saw the plan", async () => {
    const { ctx } = await finance();
    const id = await source(ctx, "Gross", { taxIncludedPct: "23" });
    const bill = await upload(ctx, file(hour(0, "123")), "a.csv");
    const { digest } = await planOf(ctx, bill);
    await inside(ctx, (tx) => chooseSource(tx, ctx, { bill, source: id }));
    await expect(commitDigest(ctx, bill, digest)).rejects.toMatchObject({ code: "PLAN_CHANGED" });
    await commitDigest(ctx, bill, (await planOf(ctx, bill)).digest);
    expect(await netOf(ctx)).toEqual([["USD", "100"]]);
  });
});

describe("what a source says of tags and resources", () => {
  it("gives entries to the briefs that it names; an unknown brief stays unallocated", async () => {
    const { ctx, actor, brief } = await finance();
    const id = await source(ctx, "Tagged", { briefTag: "brief", resources: [{ begins: "node-", brief: 1 }] });
    const tags = (value: string) => `"{""brief"":""${value}""}"`;
    const { committed } = await deliver(
      ctx,
      id,
      file(
        hour(0, "1", "x", tags("BRF-1")),
        hour(0, "2", "node-7"),
        hour(0, "4", "y", tags("BRF-99")),
        hour(0, "8", "z"),
      ),
      "tagged.csv",
    );
    expect(committed.allocated).toBe(2);
    const { rows } = await root.query(
      "SELECT brief_id, sum(effective)::text AS sum FROM ledger_entry WHERE workspace_id = $1 GROUP BY 1 ORDER BY 2",
      [actor.workspaceId],
    );
    expect(rows).toEqual([
      { brief_id: null, sum: "12" },
      { brief_id: brief, sum: "3" },
    ]);
  });
});

describe("sources as records", () => {
  it("are changed and ended, names are taken once, and a committed import keeps what it was planned with", async () => {
    const { ctx, actor } = await finance();
    const id = await source(ctx, "Export");
    await expect(source(ctx, "EXPORT")).rejects.toMatchObject({ code: "INVALID" });
    const { bill } = await deliver(ctx, id, file(hour(0, "1")), "a.csv");
    await source(ctx, "Export 2", { sign: "charges-negative" }, id);
    expect(await inside(ctx, listSources)).toMatchObject([{ name: "Export 2", bills: 1 }]);
    const { rows } = await root.query("SELECT terms->>'sign' AS sign FROM bill_import WHERE workspace_id = $1", [
      actor.workspaceId,
    ]);
    expect(rows).toEqual([{ sign: "charges-positive" }]);
    await expect(inside(ctx, (tx) => chooseSource(tx, ctx, { bill, source: null }))).rejects.toMatchObject({
      code: "BILL_CLOSED",
    });
    await expect(
      root.query("UPDATE bill_import SET source_id = NULL, terms = NULL WHERE workspace_id = $1", [actor.workspaceId]),
    ).rejects.toThrow("APPEND_ONLY");
    await inside(ctx, (tx) => endSource(tx, ctx, { id }));
    expect(await inside(ctx, listSources)).toEqual([]);
    const next = await upload(ctx, file(hour(3, "1")), "b.csv");
    await expect(inside(ctx, (tx) => chooseSource(tx, ctx, { bill: next, source: id }))).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("of another workspace are not there", async () => {
    const [one, other] = [await finance(), await finance()];
    const id = await source(one.ctx, "Mine");
    const bill = await upload(other.ctx, file(hour(0, "1")), "a.csv");
    await expect(inside(other.ctx, (tx) => chooseSource(tx, other.ctx, { bill, source: id }))).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await inside(other.ctx, listSources)).toEqual([]);
  });
});
