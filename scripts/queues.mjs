/** Makes the job queues as headroom_owner and lets headroom_app work with them. Safe to run at every start, by many. */
import pg from "pg";
import PgBoss from "pg-boss";
import { QUEUES } from "../lib/jobs/queues.mjs";

const SCHEMA = "pgboss";
const LOCK = 7461203;

export async function ensureQueues(ownerUrl) {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    const db = { executeSql: (text, values) => client.query(text, values) };
    const boss = new PgBoss({ db, schema: SCHEMA, supervise: false, schedule: false });
    boss.on("error", (err) => console.error(err.message));
    await boss.start();
    for (const { name, ...options } of QUEUES) {
      if (await boss.getQueue(name)) await boss.updateQueue(name, { name, ...options });
      else await boss.createQueue(name, { name, ...options });
    }
    await boss.stop({ graceful: false, wait: false });
    await client.query(`GRANT USAGE ON SCHEMA ${SCHEMA} TO headroom_app`);
    await client.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${SCHEMA} TO headroom_app`);
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [LOCK]).catch(() => {});
    await client.end();
  }
}
