/** Applies the migrations as headroom_owner: `node scripts/migrate.mjs` on the server of DATABASE_URL or the own one. */
import path from "node:path";
import { openDatabase } from "./database.mjs";
import { ensureQueues } from "./queues.mjs";
import { ensureRoles } from "./roles.mjs";
import { deploy } from "./wasm-engine.mjs";

const root = path.join(import.meta.dirname, "..");

/** Roles, then migrations, then job queues. @returns {Promise<{ownerUrl: string, appUrl: string, applied: string[]}>} */
export async function prepareDatabase({ superUrl, foreign }) {
  const urls = await ensureRoles({ superUrl, foreign });
  const applied = await deploy({ url: urls.ownerUrl, migrationsDir: path.join(root, "prisma/migrations") });
  await ensureQueues(urls.ownerUrl);
  return { ...urls, applied };
}

if (process.argv[1] === import.meta.filename) {
  const db = await openDatabase({ root });
  const { applied } = await prepareDatabase(db);
  console.log(applied.length ? `migrations applied: ${applied.join(", ")}` : "migrations: nothing to apply");
  process.exit(0); // the engine leaves a lock timer behind
}
