import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { KNOWN_COMMANDS } from "@/lib/cli/known-commands";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { makeWorkspace } from "@/lib/testing/workspace";

const launcher = path.join(import.meta.dirname, "../../bin/headroom");

function shell(line: string, cwd: string, db: TestDatabase): Promise<{ code: number | null; text: string }> {
  const words = `headroom() { "${process.execPath}" "${launcher}" "$@"; }\n${line}`;
  const env = { ...process.env, DATABASE_URL: db.superUrl };
  const child = spawn("sh", ["-c", words], { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (part) => {
    text += part;
  });
  return new Promise((done) => child.once("close", (code) => done({ code, text })));
}

it("the lines shown for backup and restore run as they stand, one after the other", { timeout: 60_000 }, async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), "headroom-lines-"));
  const [from, to] = [await openTestDatabase(), await openTestDatabase()];
  await makeWorkspace(from.superUrl, { ana: ["author"] });
  const out = await shell(KNOWN_COMMANDS.backup.example, dir, from);
  expect(out.code).toBe(0);
  const back = await shell(KNOWN_COMMANDS.restore.example, dir, to);
  expect(back.code).toBe(0);
  expect(JSON.parse(back.text).rows).toBe(JSON.parse(out.text).rows);
  await from.drop();
  await to.drop();
  rmSync(dir, { recursive: true });
});
