import { expect, it, vi } from "vitest";
import {
  bytesOf,
  commitDigest,
  countOf,
  finance,
  HEADER,
  importFile,
  inside,
  line,
  openLedgerDatabase,
  root,
  upload,
} from "@/lib/testing/ledger";
import { plannedWith } from "./data/bill-plan";
import { findWork } from "./data/bill-work";
import { findBill } from "./data/bills";
import { onTx } from "./data/run-sql";
import { setClasses } from "./mutations/class-change";
import { INCOMING_COLUMNS } from "./mutations/entry-rows";
import { planInBackground } from "./mutations/plan-bill";
import { discardBill } from "./mutations/prepare-bill";

openLedgerDatabase();

type Someone = Awaited<ReturnType<typeof finance>>;

/** Hourly lines of several resources over three months, some of them credits and one that no rule places. */
const BILL = bytesOf(
  `${[
    HEADER,
    ...Array.from({ length: 6000 }, (_, i) => {
      const start = new Date(Date.UTC(2026, 7, 20) + Math.floor(i / 5) * 3_600_000);
      const end = new Date(start.getTime() + 3_600_000);
      return line({
        cost: `${1 + (i % 7)}.${String(i).padStart(6, "0")}`,
        resource: `gpu-${i % 5}`,
        start: start.toISOString(),
        end: end.toISOString(),
        what: i % 11 === 0 ? `a\tb \\ "c" ${i % 3}` : "H100 GPU hours",
        tags: i % 4 === 0 ? '{"team":"search"}' : "",
      });
    }),
  ].join("\n")}\n`,
);

async function planned(who: Someone, bytes = BILL) {
  const number = await upload(who.ctx, bytes);
  const plan = async () => {
    const bill = await inside(who.ctx, (tx) => findBill(tx, number));
    if (!bill) throw new Error("no bill");
    await planInBackground(who.ctx, bill, { bill: number, basis: "effective" }, "USD");
    const work = await inside(who.ctx, (tx) => findWork(onTx(tx), bill.id, "plan-effective", plannedWith(bill)));
    if (!work?.view) throw new Error("no plan");
    return { digest: work.view.digest, stage: work.stage, id: bill.id };
  };
  return { number, plan, ...(await plan()) };
}

const COLUMNS = Object.keys(INCOMING_COLUMNS).filter(
  (name) => name !== "id" && name !== "rental_id" && name !== "brief_id",
);

async function ledgerOf({ actor }: Someone) {
  const entries = await root.query(
    `SELECT ${COLUMNS.map((c) => `${c}::text`).join(", ")}, month::text, after_close, brief_id IS NOT NULL AS allocated
       FROM ledger_entry WHERE workspace_id = $1 ORDER BY ledger_entry.record`,
    [actor.workspaceId],
  );
  const claims = await root.query(
    "SELECT account, resource, component, meter, lane, period::text FROM claim WHERE workspace_id = $1 ORDER BY 1, 2, 3, 4, 5, 6",
    [actor.workspaceId],
  );
  return { entries: entries.rows, claims: claims.rows };
}

it("a commit stores what the plan left exactly as it would from the file, and clears it away", async () => {
  const [left, read] = [await finance(), await finance()];
  const { number, digest, stage } = await planned(left);
  expect(stage).toMatchObject({ entries: 6000, unclassified: 0, months: ["2026-08-01", "2026-09-01", "2026-10-01"] });
  expect(stage?.pieces).toBeGreaterThan(1);
  expect(await countOf("bill_stage", left.actor.workspaceId)).toBe(6000);
  expect(await countOf("ledger_entry", left.actor.workspaceId)).toBe(0);
  await root.query("UPDATE bill_stage SET description = 'from the stage' WHERE workspace_id = $1 AND record = 2", [
    left.actor.workspaceId,
  ]);
  const committed = await commitDigest(left.ctx, number, digest);
  const plain = await importFile(read.ctx, BILL);
  expect(committed).toEqual(plain.committed);
  const [a, b] = [await ledgerOf(left), await ledgerOf(read)];
  expect(a.entries[0].description, "it was the stage that was stored").toBe("from the stage");
  a.entries[0].description = b.entries[0].description;
  expect(a).toEqual(b);
  for (const table of ["bill_stage", "bill_stage_group", "bill_stage_claim"])
    await vi.waitFor(async () => expect(await countOf(table, left.actor.workspaceId)).toBe(0));
  expect(await rollupsOf(left)).toEqual(await rollupsOf(read));
});

/** What both roll-ups say, without what tells two workspaces apart. */
async function rollupsOf({ actor }: Someone) {
  const sums =
    "span_start::text, span_end::text, currency, component, at_once, exact, entries::text, trim_scale(billed)::text AS billed, trim_scale(effective)::text AS effective";
  const all = await root.query(
    `SELECT ${sums}, issuer, last_end::text FROM ledger_rollup WHERE workspace_id = $1 ORDER BY 1, 2, 3, 4, 5, 6, 7`,
    [actor.workspaceId],
  );
  const lines = await root.query(
    `SELECT ${sums}, l.resource, l.description, l.tags::text FROM ledger_line_rollup r JOIN ledger_line l ON l.workspace_id = r.workspace_id AND l.id = r.line_id
      WHERE r.workspace_id = $1 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12`,
    [actor.workspaceId],
  );
  expect(lines.rows.length).toBeGreaterThan(0);
  return { all: all.rows, lines: lines.rows };
}

it("a plan that was told anew at its last row leaves each entry once, with the rows of the file", async () => {
  const [left, read] = [await finance(), await finance()];
  // The time of the first line once more: its lane is known only when all rows are.
  const bytes = bytesOf(
    `${new TextDecoder().decode(BILL)}${line({
      cost: "9",
      resource: "gpu-0",
      start: "2026-08-20T00:00:00.000Z",
      end: "2026-08-20T01:00:00.000Z",
      what: "H100 GPU hours",
    })}\n`,
  );
  const { number, digest, stage, id } = await planned(left, bytes);
  expect(stage?.entries).toBe(6001);
  expect(await countOf("bill_stage", left.actor.workspaceId)).toBe(6001);
  const { rows } = await root.query(
    `SELECT count(*)::int AS pieces, min(first_record) AS first, max(last_record) AS last, sum(last_record - first_record + 1)::int AS records
       FROM bill_raw WHERE bill_id = $1`,
    [id],
  );
  expect(rows[0]).toMatchObject({ first: 2, last: 6002, records: 6001 });
  const committed = await commitDigest(left.ctx, number, digest);
  expect(committed).toEqual((await importFile(read.ctx, bytes)).committed);
  const [a, b] = [await ledgerOf(left), await ledgerOf(read)];
  expect(a.entries.map((e) => e.lane).filter((lane) => lane === "1")).toHaveLength(1);
  expect(a).toEqual(b);
});

it("a stage that holds other entries than its sums were made of is refused whole", async () => {
  for (const change of [
    "DELETE FROM bill_stage_group WHERE ctid = (SELECT max(ctid) FROM bill_stage_group WHERE bill_id = $1)",
    "UPDATE bill_stage_group SET entries = entries + 1 WHERE ctid = (SELECT max(ctid) FROM bill_stage_group WHERE bill_id = $1)",
    "UPDATE bill_stage SET run = gen_random_uuid(), bill_id = $1 WHERE ctid = (SELECT max(ctid) FROM bill_stage WHERE bill_id = $1)",
  ]) {
    const who = await finance();
    const { id } = await planned(who);
    const { rows } = await root.query("SELECT run::text FROM bill_stage WHERE bill_id = $1 LIMIT 1", [id]);
    await root.query(change, [id]);
    // As the commit asks it, past the count of entries that the commit makes before.
    const taken = inside(who.ctx, (tx) =>
      onTx(tx)("SELECT ledger_takes_stage($1::uuid, $2::uuid, 0, 999, $3::uuid, now())::text", [
        id,
        rows[0].run,
        who.actor.personId,
      ]),
    );
    await expect(taken, change).rejects.toThrow(/entries and the sums of/);
    expect(await countOf("ledger_entry", who.actor.workspaceId)).toBe(0);
    expect(await countOf("ledger_rollup", who.actor.workspaceId)).toBe(0);
  }
});

it("the application can neither change what lies in a stage nor take a part of it", async () => {
  const [who, other] = [await finance(), await finance()];
  const { id, stage } = await planned(who);
  const attempts = [
    ...["bill_stage", "bill_stage_group", "bill_stage_claim"].flatMap((table) => [
      `DELETE FROM ${table} WHERE bill_id = '${id}'`,
      `UPDATE ${table} SET run = gen_random_uuid() WHERE bill_id = '${id}'`,
    ]),
    `INSERT INTO bill_stage_group SELECT * FROM bill_stage_group WHERE bill_id = '${id}'`,
    `INSERT INTO ledger_entry_202608 SELECT * FROM ledger_entry`,
  ];
  for (const sql of attempts) {
    const tried = inside(who.ctx, (tx) => onTx(tx)(sql));
    await expect(tried, sql).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
  const take = (ctx: Someone["ctx"]) =>
    inside(ctx, (tx) =>
      onTx(tx)("SELECT ledger_takes_stage($1::uuid, $2::uuid, 0, 999, $3::uuid, now())::text", [
        id,
        stage?.run,
        who.actor.personId,
      ]),
    );
  await expect(take(other.ctx), "of another workspace").rejects.toMatchObject({ code: "INVALID" });
  await inside(other.ctx, (tx) => onTx(tx)("SELECT stage_cleared($1::uuid)::text", [id]));
  expect(await countOf("bill_stage", who.actor.workspaceId)).toBe(6000);
  await root.query("UPDATE bill_import SET committed_at = now(), committed_by = created_by WHERE id = $1", [id]);
  await expect(take(who.ctx), "of a committed bill").rejects.toMatchObject({ code: "INVALID" });
  expect(await countOf("ledger_entry", who.actor.workspaceId)).toBe(0);
});

it("nothing is kept for a bill that the workspace has not", async () => {
  const [who, other] = [await finance(), await finance()];
  const { id } = await planned(who);
  const names = ["id", ...COLUMNS].join(", ");
  const attempts = [
    `INSERT INTO bill_stage_claim (workspace_id, bill_id, run, period) VALUES (scope_workspace(), '${id}', gen_random_uuid(), 'empty')`,
    `INSERT INTO bill_stage (workspace_id, bill_id, run, piece, month, bundled_host, id, record, component, kind, rule, billed, effective, currency, charge_start, charge_end)
     VALUES (scope_workspace(), '${id}', gen_random_uuid(), 0, '2026-09-01', false, gen_random_uuid(), 2, 'storage', 'usage', 'r', 1, 1, 'USD', '2026-09-01Z', '2026-09-02Z')`,
  ];
  for (const sql of attempts) {
    await expect(
      inside(other.ctx, (tx) => onTx(tx)(sql)),
      sql,
    ).rejects.toMatchObject({ code: "INVALID" });
  }
  const own = `INSERT INTO bill_stage (workspace_id, bill_id, run, piece, month, ${names})
    SELECT workspace_id, bill_id, gen_random_uuid(), 0, month, ${names} FROM bill_stage WHERE record = 2`;
  await inside(who.ctx, (tx) => onTx(tx)(own));
  expect(await countOf("bill_stage", who.actor.workspaceId)).toBe(6001);
  expect(await countOf("bill_stage", other.actor.workspaceId)).toBe(0);
});

it("what was left behind for bills whose work is over goes with the next plan", async () => {
  const who = await finance();
  const { number, id } = await planned(who);
  await root.query("UPDATE bill_import SET committed_at = now(), committed_by = created_by WHERE id = $1", [id]);
  expect(number).toBeGreaterThan(0);
  await planned(who, bytesOf(new TextDecoder().decode(BILL).replaceAll("gpu-0", "gpu-9")));
  const { rows } = await root.query("SELECT DISTINCT bill_id::text AS id FROM bill_stage WHERE workspace_id = $1", [
    who.actor.workspaceId,
  ]);
  expect(rows).toHaveLength(1);
  expect(rows[0].id).not.toBe(id);
});

it("a line of a file cannot become an entry twice, whoever writes it", async () => {
  const who = await finance();
  const { number, digest } = await planned(who);
  await commitDigest(who.ctx, number, digest);
  const names = ["workspace_id", "month", "id", "import_id", "created_by", ...COLUMNS].join(", ");
  await expect(
    root.query(
      `INSERT INTO ledger_entry (${names}) SELECT ${names} FROM ledger_entry WHERE workspace_id = $1 AND record = 7`,
      [who.actor.workspaceId],
    ),
  ).rejects.toMatchObject({ code: "23505" });
});

it("nothing that changed since the plan slips by: the file is read again, or the plan refused", async () => {
  const who = await finance();
  const first = await planned(who);
  // The same charges came meanwhile in another file: what lies in the stage must not be stored.
  await importFile(who.ctx, bytesOf(new TextDecoder().decode(BILL).replace("gpu-0", "gpu-9")), "other.csv");
  await expect(commitDigest(who.ctx, first.number, first.digest)).rejects.toMatchObject({ code: "PLAN_CHANGED" });
  expect(await countOf("ledger_entry", who.actor.workspaceId)).toBe(6000);
  await inside(who.ctx, (tx) => setClasses(tx, who.ctx, { bill: first.number, records: [2], component: "host" }));
  await expect(commitDigest(who.ctx, first.number, first.digest)).rejects.toMatchObject({ code: "PLAN_CHANGED" });
});

it("a stage that a crash emptied is missed by nobody", async () => {
  const who = await finance();
  const { number, digest, id } = await planned(who);
  await root.query("DELETE FROM bill_stage WHERE bill_id = $1 AND piece = 0", [id]);
  expect((await commitDigest(who.ctx, number, digest)).entries).toBe(6000);
});

it("a brief that entries find only since the plan is found by the commit", async () => {
  const who = await finance();
  const { number, digest } = await planned(who);
  const [plan, rental, person] = [
    "00000000-0000-4000-8000-00000000000a",
    "00000000-0000-4000-8000-00000000000b",
    who.actor.personId,
  ];
  await root.query("INSERT INTO plan (workspace_id, id, number, brief_id, created_by) VALUES ($1,$2,1,$3,$4)", [
    ...[who.actor.workspaceId, plan, who.brief, person],
  ]);
  await root.query(
    `INSERT INTO rental (workspace_id, id, number, plan_id, kind, starts_at, ends_at, owner_id, stop_rule, resource_ids, created_by)
     VALUES ($1,$2,1,$3,'trial','2026-08-01Z','2026-12-01Z',$4,'stop','{gpu-1}',$4)`,
    [who.actor.workspaceId, rental, plan, person],
  );
  const committed = await commitDigest(who.ctx, number, digest);
  expect(committed.allocated).toBe(1200);
});

it("the stage goes with a plan that is made anew and with a bill that is put away", async () => {
  const who = await finance();
  const first = await planned(who);
  await first.plan();
  expect(await countOf("bill_stage", who.actor.workspaceId)).toBe(6000);
  await inside(who.ctx, (tx) => discardBill(tx, who.ctx, { bill: first.number }));
  expect(await countOf("bill_stage", who.actor.workspaceId)).toBe(0);
});

it("has the columns of an entry that differ from row to row, and no door for another workspace", async () => {
  const { rows } = await root.query(
    "SELECT column_name FROM information_schema.columns WHERE table_name = 'bill_stage' ORDER BY ordinal_position",
  );
  expect(rows.map((r) => r.column_name)).toEqual([
    "workspace_id",
    "bill_id",
    "run",
    "piece",
    ...Object.keys(INCOMING_COLUMNS),
    "month",
  ]);
  const [who, other] = [await finance(), await finance()];
  await planned(who);
  const seen = await inside(other.ctx, (tx) => onTx(tx)<{ n: number }>("SELECT count(*)::int AS n FROM bill_stage"));
  expect(seen[0]?.n).toBe(0);
});
