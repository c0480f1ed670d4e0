import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const script = path.join(import.meta.dirname, "../../public/collect.sh");
let dir = "";

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "collect-"));
  mkdirSync(path.join(dir, "bin"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A machine that has only these commands besides the plainest ones. */
function machine(tools: Readonly<Record<string, string>>) {
  for (const name of ["sh", "date", "uname", "tr", "mkdir", "cat", "rm", "sed", "cut", "cksum", "sha256sum"]) {
    const real = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim();
    if (real.startsWith("/")) symlinkSync(real, path.join(dir, "bin", name));
  }
  for (const [name, body] of Object.entries(tools)) {
    const file = path.join(dir, "bin", name);
    writeFileSync(file, `#!/bin/sh\n${body}\n`);
    chmodSync(file, 0o755);
  }
  return (...args: string[]) =>
    spawnSync(path.join(dir, "bin", "sh"), [script, ...args], {
      cwd: dir,
      encoding: "utf8",
      env: { PATH: path.join(dir, "bin"), NODE_ENV: "test" },
    });
}

const LIST = "GPU 0: NVIDIA L40S (UUID: GPU-5a3c0011-7d21-4c6e-9b10-2f6e8d001001)";

describe("collect.sh", () => {
  it("keeps what each command printed and marks those that are not there", () => {
    const run = machine({
      "nvidia-smi": `[ "$1" = -L ] && echo "${LIST}" && exit 0; echo "no such option" >&2; exit 6`,
    });
    const done = run("--out", "got");
    expect(done.status).toBe(0);
    expect(readFileSync(path.join(dir, "got/nvidia-smi-L.txt"), "utf8")).toBe(`${LIST}\n`);
    expect(readFileSync(path.join(dir, "got/nvidia-smi-q.txt"), "utf8")).toBe("no such option\n");
    const summary = readFileSync(path.join(dir, "got/summary.txt"), "utf8");
    expect(summary).toContain("ran nvidia-smi-q.txt: nvidia-smi -q (exit 6)");
    expect(summary).toContain("missing dcgmi-discovery.txt: dcgmi discovery -l");
    expect(summary).toContain("not run: invasive commands");
    expect(readdirSync(path.join(dir, "got")).filter((f) => f.endsWith(".err"))).toEqual([]);
  });

  it("runs no diagnostic that loads the cards without both words", () => {
    const run = machine({ dcgmi: 'echo "$@"' });
    run("--out", "plain");
    expect(readdirSync(path.join(dir, "plain"))).not.toContain("dcgmi-diag.txt");
    const half = run("--out", "half", "--invasive");
    expect([half.status, half.stderr]).toEqual([2, expect.stringContaining("--drained")]);
    expect(readdirSync(dir)).not.toContain("half");
    run("--out", "whole", "--invasive", "--drained");
    expect(readFileSync(path.join(dir, "whole/dcgmi-diag.txt"), "utf8")).toBe("diag -r 3\n");
  });

  it("sends each file with the token outside the list of processes", () => {
    const run = machine({
      "nvidia-smi": `echo "${LIST}"`,
      curl: 'cat >> seen-config; echo "$@" >> seen-args',
    });
    writeFileSync(path.join(dir, "token"), "secret-token\n");
    const sent = run(
      "--out",
      "got",
      "--server",
      "https://headroom.example/",
      "--token-file",
      "token",
      "--brief",
      "BRF-12",
    );
    expect(sent.status).toBe(0);
    const args = readFileSync(path.join(dir, "seen-args"), "utf8");
    expect(args).toContain("https://headroom.example/api/v1/evidence?brief=BRF-12&gate=smoke&name=nvidia-smi-L.txt");
    expect(args).not.toContain("secret-token");
    expect(readFileSync(path.join(dir, "seen-config"), "utf8")).toContain('"Authorization: Bearer secret-token"');
  });

  it("refuses what it does not know", () => {
    const run = machine({});
    for (const words of [["--gate", "other"], ["--brief", "12"], ["--server", "x"], ["--what"], ["--out"]]) {
      expect(run(...words).status, words.join(" ")).toBe(2);
    }
    expect(readdirSync(dir)).toEqual(["bin"]);
  });

  it("lists only commands that read", () => {
    const listed = machine({})("--list").stdout;
    expect(listed).toContain("nvidia-smi topo -m");
    expect(listed).not.toMatch(/diag -r|reset|--gpu-reset| -pm | -mig | -e /);
  });
});
