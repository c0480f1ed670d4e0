import pg from "pg";
import PgBoss from "pg-boss";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { ensureQueues } from "../../scripts/queues.mjs";
import { addressAs } from "../../scripts/roles.mjs";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
  await ensureQueues(addressAs(db.superUrl, "headroom_owner"));
});
afterAll(() => db.drop());

describe("what is due by the clock", () => {
  it("comes to the application, which owns no queue", async () => {
    const boss = new PgBoss({
      connectionString: db.appUrl,
      max: 2,
      migrate: false,
      cronMonitorIntervalSeconds: 1,
      cronWorkerIntervalSeconds: 1,
    });
    const faults: unknown[] = [];
    boss.on("error", (e) => faults.push(e));
    await boss.start();
    try {
      const came: string[] = [];
      for (const name of ["alerts-tick", "live-tick"]) {
        await boss.schedule(name, "* * * * *");
        await boss.work(name, { pollingIntervalSeconds: 1 }, async () => void came.push(name));
      }
      await expect.poll(() => [...new Set(came)].sort(), { timeout: 20_000 }).toEqual(["alerts-tick", "live-tick"]);
      expect(faults).toEqual([]);
    } finally {
      await boss.stop({ graceful: false });
    }
  });

  it("is made by the owner alone, once", async () => {
    await ensureQueues(addressAs(db.superUrl, "headroom_owner"));
    const client = new pg.Client(db.superUrl);
    await client.connect();
    const { rows } = await client.query("SELECT name FROM pgboss.queue ORDER BY name");
    await client.end();
    expect(rows.map((r) => r.name)).toEqual(["__pgboss__send-it", "alerts-tick", "live-tick"]);
  });
});
