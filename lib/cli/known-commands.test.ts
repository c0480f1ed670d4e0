import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandName, KNOWN_COMMANDS } from "./known-commands";

const root = path.join(import.meta.dirname, "../..");
let dir: string;
let server: ReturnType<typeof createServer>;
const received: string[] = [];

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), "headroom-examples-"));
  writeFileSync(path.join(dir, "token.txt"), "hr_example\n");
  server = createServer((request, response) => {
    received.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.setHeader("content-type", "application/json").end(JSON.stringify({ reference: "BILL-1" }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});

afterAll(() => {
  server.close();
  rmSync(dir, { recursive: true });
});

/** Runs the line as a shell does, in a checkout; only the names of what lies elsewhere here are put in. */
function shell(line: string): Promise<{ code: number | null; said: unknown }> {
  const { port } = server.address() as AddressInfo;
  const here = line.replace("127.0.0.1:3000", `127.0.0.1:${port}`).replace("token.txt", path.join(dir, "token.txt"));
  const launcher = `headroom() { "${process.execPath}" "${path.join(root, "bin/headroom")}" "$@"; }`;
  const child = spawn("sh", ["-c", `${launcher}\n${here}`], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (part) => {
    text += part;
  });
  return new Promise((done) => child.once("close", (code) => done({ code, said: JSON.parse(text) })));
}

/** What each line answers; the two that need a database are run by their own test. */
const ANSWERS: Readonly<Record<Exclude<CommandName, "backup" | "restore">, object>> = {
  estimate: { verdict: "fits" },
  sweep: { evaluated: 4, cheapest: { gpu: "l4" } },
  advise: { boundary: null, answers: [{ boundary: "managed-api", accepted: false }, {}, {}, {}, {}] },
  economics: { breakEven: { utilisation: "0.70631970260223048327" } },
  evidence: { format: "nvidia-smi-L", complete: true, facts: { names: ["NVIDIA L40S"] } },
  judge: { verdict: "not-evidenced" },
  bill: { source: "headroom-csv", rows: 3 },
  verify: { holds: true, signed: true },
  push: { status: 200, reference: "BILL-1" },
};

describe("the line shown for a command", () => {
  it.each(Object.entries(ANSWERS))("%s runs as it stands", { timeout: 60_000 }, async (name, answer) => {
    const { code, said } = await shell(KNOWN_COMMANDS[name as CommandName].example);
    expect(said).toMatchObject(answer);
    expect(code).toBe(0);
  });

  it("sends a token to the server it names", () => {
    expect(received).toEqual(["POST /api/v1/bills?name=headroom-bill.csv Bearer hr_example"]);
  });
});
