/**
 * Lists the evidence readers and bill formats by their folders, so that adding one touches its own folder alone: the
 * folder `lib/<room>/<kind>/<name>/` with a `reader.ts` or `format.ts` is picked up the next time this runs (on install,
 * on build and before the tests).
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");

const KINDS = [
  { dir: "lib/acceptance/evidence", file: "reader", name: "reader", list: "readers" },
  { dir: "lib/ledger/import", file: "format", name: "format", list: "formats" },
];

function text({ dir, file, name, list }) {
  const folders = existsSync(path.join(root, dir))
    ? readdirSync(path.join(root, dir), { withFileTypes: true })
        .filter((d) => d.isDirectory() && existsSync(path.join(root, dir, d.name, `${file}.ts`)))
        .map((d) => d.name)
        .sort()
    : [];
  const variable = (folder) => folder.replace(/[^a-zA-Z0-9]+(.)?/g, (_, c) => (c ? c.toUpperCase() : ""));
  return [
    "// Written by scripts/registries.mjs from the folders beside it.",
    ...folders.map((f) => `import { ${name} as ${variable(f)} } from "./${f}/${file}";`),
    "",
    `export const ${list} = [${folders.map(variable).join(", ")}] as const;`,
    "",
  ].join("\n");
}

export function writeRegistries() {
  for (const kind of KINDS) {
    const target = path.join(root, kind.dir, "registry.generated.ts");
    const now = text(kind);
    mkdirSync(path.dirname(target), { recursive: true });
    if (!existsSync(target) || readFileSync(target, "utf8") !== now) writeFileSync(target, now);
  }
}

if (process.argv[1] === import.meta.filename) writeRegistries();
