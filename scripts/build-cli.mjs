/** Bundles the command line into `.build/`, one small entry and a chunk per command, so that it starts fast. */
import { existsSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import { writeRegistries } from "./registries.mjs";

const root = path.join(import.meta.dirname, "..");
const outdir = path.join(root, ".build");
export const cliEntry = path.join(outdir, "headroom.mjs");

export async function buildCli() {
  writeRegistries();
  const { build } = await import("esbuild");
  const { metafile } = await build({
    metafile: true,
    absWorkingDir: root,
    entryPoints: { headroom: path.join(root, "lib/cli/main.ts") },
    outdir,
    outExtension: { ".js": ".mjs" },
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    alias: { "@": root },
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    minifySyntax: true,
    logLevel: "error",
  });
  const now = new Date();
  utimesSync(cliEntry, now, now);
  removeOldChunks(new Set(Object.keys(metafile.outputs).map((file) => path.join(root, file))));
}

/** Chunks of an earlier bundle go after ten minutes, when nothing started from it can still load them. */
function removeOldChunks(current) {
  const chunks = path.join(outdir, "chunks");
  if (!existsSync(chunks)) return;
  for (const name of readdirSync(chunks)) {
    const file = path.join(chunks, name);
    if (!current.has(file) && Date.now() - statSync(file).mtimeMs > 600_000) rmSync(file, { force: true });
  }
}

/** Whether the bundle is missing or older than any source it is made of. A clone without sources keeps its bundle. */
export function cliIsStale() {
  if (!existsSync(cliEntry)) return true;
  const built = statSync(cliEntry).mtimeMs;
  const newer = (dir) =>
    readdirSync(dir, { withFileTypes: true }).some((entry) => {
      const file = path.join(dir, entry.name);
      if (entry.isDirectory()) return entry.name !== "fixtures" && newer(file);
      return entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts") && statSync(file).mtimeMs > built;
    });
  return newer(path.join(root, "lib"));
}

if (process.argv[1] === import.meta.filename) await buildCli();
