import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fileOf, finance, importFile, inside, openLedgerDatabase, question, root } from "@/lib/testing/ledger";
import { energyFacts } from "./data/energy";
import { correctEntry } from "./mutations/correct-entry";
import { recordDiagnostic } from "./mutations/record-beside";

openLedgerDatabase();

const SEPTEMBER = { first: 2026 * 12 + 8, last: 2026 * 12 + 8 };

/** Two H100 of one rental, billed as two resources over the same day and one of them half a day longer. */
async function rented() {
  const who = await finance();
  const { actor, brief } = who;
  const [plan, revision] = [randomUUID(), randomUUID()];
  const { workspaceId, personId } = actor;
  await root.query(
    `INSERT INTO brief_revision (workspace_id, id, brief_id, number, content, digest, author_id)
     VALUES ($1, $2, $3, 1, '{}', repeat('a', 64), $4)`,
    [workspaceId, revision, brief, personId],
  );
  await root.query("INSERT INTO plan (workspace_id, id, number, brief_id, created_by) VALUES ($1,$2,1,$3,$4)", [
    workspaceId,
    plan,
    brief,
    personId,
  ]);
  await root.query(
    `INSERT INTO plan_revision (workspace_id, id, plan_id, number, brief_revision_id, content, digest, author_id)
     VALUES ($1, $2, $3, 1, $4, '{"count":2,"offer":{"acceleratorId":"h100-sxm"}}', repeat('b', 64), $5)`,
    [workspaceId, randomUUID(), plan, revision, personId],
  );
  await root.query(
    `INSERT INTO rental (workspace_id, id, number, plan_id, kind, starts_at, ends_at, owner_id, stop_rule, resource_ids, created_by)
     VALUES ($1, $2, 1, $3, 'trial', '2026-08-30', '2026-09-10', $4, 'ends', ARRAY['gpu-0','gpu-1'], $4)`,
    [workspaceId, randomUUID(), plan, personId],
  );
  const { ctx } = who;
  await importFile(
    ctx,
    fileOf(
      {},
      { resource: "gpu-1" },
      { resource: "gpu-1", start: "2026-09-02T00:00:00Z", end: "2026-09-02T12:00:00Z" },
    ),
  );
  const ask = (accepted: number, months: typeof SEPTEMBER | null = SEPTEMBER) =>
    inside(ctx, (tx) => energyFacts(tx, question({ briefId: brief, months }), accepted));
  return { ...who, ask };
}

describe("energy of a brief", () => {
  it("is board power of all cards while anything of the rental was billed, once for the same hours", async () => {
    const { ask } = await rented();
    expect(await ask(1000)).toEqual({
      basis: "at-board-power",
      kilowattHours: "50.4",
      wattHoursPerOutput: "50.4",
      wattsPerCard: "700",
      cardHours: "72",
      observedHours: null,
      withoutRental: 0,
    });
    expect(await ask(0)).toMatchObject({ wattHoursPerOutput: null, kilowattHours: "50.4" });
    expect(await ask(0, { first: SEPTEMBER.first + 1, last: SEPTEMBER.last + 1 })).toMatchObject({ why: "no-rental" });
  });

  it("takes measured samples before board power, and leaves out what was taken back", async () => {
    const { ctx, ask, actor } = await rented();
    const { rows } = await root.query(
      "SELECT id, month::text FROM ledger_entry WHERE workspace_id = $1 AND charge_start = '2026-09-02'",
      [actor.workspaceId],
    );
    await inside(ctx, (tx) =>
      correctEntry(tx, ctx, { id: rows[0].id, month: rows[0].month, reason: "not ours", instead: null }),
    );
    await inside(ctx, (tx) =>
      recordDiagnostic(tx, ctx, {
        brief: 1,
        kind: "idle",
        periodStart: "2026-09-01T00:00:00Z",
        periodEnd: "2026-09-02T00:00:00Z",
        gpuSeconds: 0,
        ofGpuSeconds: 3600,
        energyJoules: 1_800_000,
        source: "nvidia-smi",
      }),
    );
    expect(await ask(100)).toMatchObject({
      basis: "measured",
      wattsPerCard: "500",
      cardHours: "48",
      kilowattHours: "24",
      wattHoursPerOutput: "240",
      observedHours: "1",
    });
  });

  it("is refused beside anything but idle time", async () => {
    const { ctx } = await rented();
    const failed = {
      brief: 1,
      kind: "failed" as const,
      periodStart: "2026-09-01T00:00:00Z",
      periodEnd: "2026-09-02T00:00:00Z",
      gpuSeconds: 1,
      ofGpuSeconds: 2,
      source: "x",
    };
    await expect(inside(ctx, (tx) => recordDiagnostic(tx, ctx, { ...failed, energyJoules: 5 }))).rejects.toThrow();
  });
});
