import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { gzipSync, strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { archivedFiles, isArchive } from "./archive";

/** A folder packed by the machine's own tar, as the collector does it. */
function packed(files: Record<string, string>): Uint8Array {
  const dir = mkdtempSync(path.join(tmpdir(), "headroom-archive-"));
  mkdirSync(path.join(dir, "headroom-collect-node"));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(dir, "headroom-collect-node", name), text);
  const tar = execFileSync("tar", ["-cf", "-", "headroom-collect-node"], { cwd: dir, maxBuffer: 1 << 26 });
  rmSync(dir, { recursive: true });
  return gzipSync(tar);
}
const read = (name: string, bytes: Uint8Array) => {
  const archive = archivedFiles(name, bytes);
  return archive.ok
    ? Object.fromEntries(archive.files.map((f) => [f.name, new TextDecoder().decode(f.bytes)]))
    : archive.code;
};

describe("an archive of evidence", () => {
  const files = { "nvidia-smi.txt": "GPU 0: NVIDIA H100\n", "nccl.log": `${"x".repeat(3000)}\n`, empty: "" };
  const bundle = packed({ ...files, "summary.txt": "ran 2" });

  it("gives each output under its own name; the summary and empty files are none", () => {
    const { empty: _, ...wanted } = files;
    expect(read("headroom-collect-node.tar.gz", bundle)).toEqual(wanted);
    expect(read("bundle.tgz", bundle)).toEqual(wanted);
  });

  it("a gzip alone is the one file inside", () => {
    expect(read("vllm.log.gz", gzipSync(strToU8("INFO start")))).toEqual({ "vllm.log": "INFO start" });
  });

  it("what is cut, changed, endless or something else is refused by name", () => {
    expect(read("x.tar.gz", bundle.subarray(0, bundle.length - 20))).toBe("damaged");
    const changed = gzipSync(strToU8("GPU 0: NVIDIA H100"), { level: 0 });
    changed[changed.length - 10] = "9".charCodeAt(0);
    expect(read("x.txt.gz", changed)).toBe("changed");
    expect(read("x.tar", strToU8("no archive"))).toBe("damaged");
    expect(read("x.tar.gz", packed({}))).toBe("empty");
    const member = gzipSync(new Uint8Array(8 * 1024 * 1024), { level: 1 });
    const bomb = new Uint8Array(10 * member.length);
    for (let i = 0; i < 10; i++) bomb.set(member, i * member.length);
    expect(read("bomb.gz", bomb)).toBe("too-large");
    expect(["a.tar.gz", "a.TGZ", "a.gz", "a.tar"].every(isArchive)).toBe(true);
    expect(isArchive("a.targz.txt")).toBe(false);
  });

  it("never throws, whatever the bytes are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.nat(bundle.length - 1), fc.nat(255), (noise, at, byte) => {
        archivedFiles("n.tar.gz", noise);
        const changed = bundle.slice();
        changed[at] = byte;
        archivedFiles("n.tar.gz", changed);
      }),
    );
  });
});
