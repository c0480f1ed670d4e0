/** Builds the application when the sources differ from those of the last build: `npm run build`, and before a start. */
import { spawnSync } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { generateClient, prepare } from "./prepare.mjs";
import { writeRegistries } from "./registries.mjs";

const root = path.join(import.meta.dirname, "..");
const SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "prisma/schema.prisma",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "next.config.js",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];

function* files(at) {
  const stat = fs.statSync(at, { throwIfNoEntry: false });
  if (!stat) return;
  if (stat.isFile()) yield at;
  else {
    for (const name of fs.readdirSync(at).sort()) {
      if (name === "generated" || name.endsWith(".test.ts") || name.endsWith(".generated.ts")) continue;
      yield* files(path.join(at, name));
    }
  }
}

function sourcesDigest() {
  const hash = crypto.createHash("sha256").update(process.version);
  for (const s of SOURCES) {
    for (const f of files(path.join(root, s)))
      hash.update(path.relative(root, f)).update("\0").update(fs.readFileSync(f));
  }
  return hash.digest("hex");
}

const stamp = path.join(root, ".next/headroom-build");

export function ensurePrepared() {
  writeRegistries();
  if (!fs.existsSync(path.join(root, "lib/db/generated/client.ts"))) generateClient();
}

/** Builds unless the last build was of these very sources. */
export async function ensureBuild({ log = console.log } = {}) {
  const digest = sourcesDigest();
  if (
    fs.existsSync(path.join(root, ".next/BUILD_ID")) &&
    fs.existsSync(stamp) &&
    fs.readFileSync(stamp, "utf8") === digest
  )
    return;
  log("building the application (once per version, about half a minute) …");
  await prepare();
  const next = path.join(root, "node_modules/next/dist/bin/next");
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };
  const r = spawnSync(process.execPath, [next, "build"], { cwd: root, env, encoding: "utf8" });
  if (r.status !== 0) throw new Error(`the build failed:\n${r.stdout}\n${r.stderr}`);
  fs.writeFileSync(stamp, digest);
}

if (process.argv[1] === import.meta.filename) {
  await ensureBuild();
  process.exit(0);
}
