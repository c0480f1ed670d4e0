/** `npm run sample`: fills the owner's sample workspace from the terminal, as the button on the start page does. */
import path from "node:path";
import { build } from "esbuild";
import pg from "pg";
import { ensurePrepared } from "./build.mjs";
import { openDatabase } from "./database.mjs";
import { prepareDatabase } from "./migrate.mjs";

const root = path.join(import.meta.dirname, "..");
const outfile = path.join(root, ".build/sample.mjs");

ensurePrepared();
const db = await openDatabase({ root });
const { ownerUrl, appUrl } = await prepareDatabase(db);
process.env.HEADROOM_APP_DATABASE_URL = appUrl;
await build({
  entryPoints: [path.join(root, "lib/sample/server/open.ts")],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  alias: { "@": root, "server-only": path.join(root, "lib/testing/empty.ts") },
  logLevel: "warning",
});
const client = new pg.Client(ownerUrl);
await client.connect();
const { rows } = await client.query("SELECT person_id::text FROM person_secret ORDER BY changed_at LIMIT 1");
await client.end();
const { sampleWorkspaceOf } = await import(outfile);
const workspaceId = rows[0] ? await sampleWorkspaceOf(rows[0].person_id, new Date()) : null;
console.log(
  workspaceId
    ? "The sample workspace is filled: open it from the start page."
    : "Nobody owns this installation yet: run `npm start`, open the set-up link, then try again.",
);
process.exit(workspaceId ? 0 : 1);
