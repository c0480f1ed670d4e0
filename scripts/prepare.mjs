/** After `npm ci`: what the sources need before they compile. Registries, the database client, the command line. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { writeRegistries } from "./registries.mjs";

const root = path.join(import.meta.dirname, "..");

export function generateClient() {
  const prisma = path.join(root, "node_modules/prisma/build/index.js");
  const args = [prisma, "generate", "--config", path.join(root, "prisma/prisma.config.ts")];
  const r = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  if (r.status !== 0) throw new Error(`prisma generate failed:\n${r.stdout}\n${r.stderr}`);
}

export async function prepare() {
  writeRegistries();
  generateClient();
  if (!existsSync(path.join(root, "scripts/build-cli.mjs"))) return;
  const { buildCli } = await import("./build-cli.mjs");
  await buildCli();
}

if (process.argv[1] === import.meta.filename && existsSync(path.join(root, "prisma/schema.prisma"))) {
  await prepare();
  process.exit(0);
}
