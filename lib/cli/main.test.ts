import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, it } from "vitest";

const launcher = path.join(import.meta.dirname, "../../bin/headroom");

function headroom(words: string[], stdin = "") {
  const result = spawnSync(process.execPath, [launcher, ...words], { input: stdin, encoding: "utf8" });
  return { code: result.status, stdout: result.stdout, stderr: result.stderr };
}

const request = (preset: string) => ({
  model: { preset },
  run: { kind: "serve", maxModelLen: 4096 },
  gpu: "h100-sxm",
});

describe("bin/headroom", () => {
  it("reads standard input, prints one JSON value, and exits by verdict", { timeout: 60_000 }, () => {
    const fits = headroom(["estimate", "-"], JSON.stringify(request("Qwen/Qwen3-8B")));
    expect(fits.stderr).toBe("");
    expect(fits.code).toBe(0);
    expect(JSON.parse(fits.stdout)).toMatchObject({ verdict: "fits" });
    expect(headroom(["estimate"], JSON.stringify(request("meta-llama/Llama-3.1-405B"))).code).toBe(1);
  });
  it("says what it cannot use on standard output, with exit code 2", { timeout: 60_000 }, () => {
    const gone = headroom(["estimate", "no-such-file.json"]);
    expect(gone.code).toBe(2);
    expect(JSON.parse(gone.stdout)).toMatchObject({ error: { code: "UNREADABLE_FILE", path: "no-such-file.json" } });
    const unknown = headroom(["guess"]);
    expect(unknown.code).toBe(2);
    expect(JSON.parse(unknown.stdout)).toMatchObject({ error: { code: "UNKNOWN_COMMAND" } });
  });
  it("every command explains itself", { timeout: 60_000 }, () => {
    const help = headroom(["--help"]);
    expect(help.code).toBe(0);
    for (const name of ["estimate", "advise", "evidence", "judge", "bill"]) {
      expect(help.stdout).toContain(name);
      expect(headroom([name, "--help"]).stdout, name).toContain(`headroom ${name}`);
      expect(() => JSON.parse(headroom([name, "--schema"]).stdout), name).not.toThrow();
    }
  });
});
