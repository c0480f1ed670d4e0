import { describe, expect, it } from "vitest";
import { digestOf } from "@/lib/digest/canonical";
import { sha256Hex } from "@/lib/digest/sha256";
import { command } from "./verify";

const FILE = Buffer.from("GPU 0: NVIDIA L40S\n");
const record = (more: object = {}) => ({
  schema: "headroom-review/1",
  brief: { reference: "BRF-1", revision: 1, digest: "a".repeat(64) },
  evidence: [{ id: "e1", sha256: sha256Hex(FILE), format: "nvidia-smi-L", gate: "smoke" }],
  ...more,
});
function bundle(changes: Record<string, unknown> = {}) {
  const own = record();
  return {
    schema: "headroom-bundle/1",
    review: "REV-1",
    workspace: "w",
    digest: digestOf(own),
    record: own,
    signatures: [
      {
        decision: "extend",
        conditions: null,
        lookAgainOn: null,
        by: "An approver",
        at: "2026-06-05T00:00:00.000Z",
        digest: digestOf(own),
        record: own,
        void: null,
      },
    ],
    evidence: [
      { id: "e1", sha256: sha256Hex(FILE), fileName: "list.txt", bytes: FILE.toString("base64"), erased: false },
    ],
    ...changes,
  };
}
const verify = (value: unknown, ...beside: Uint8Array[]) =>
  command.run({
    files: [
      { name: "b.json", bytes: new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value)) },
      ...beside.map((bytes, i) => ({ name: `f${i}`, bytes })),
    ],
    options: {},
    readFile: () => new Uint8Array(),
  });

describe("headroom verify", () => {
  it("holds for what was signed, whatever the order of keys and blanks", async () => {
    const given = bundle();
    const turned = JSON.stringify(
      { ...given, record: Object.fromEntries(Object.entries(given.record).reverse()) },
      null,
      4,
    );
    for (const value of [given, turned]) {
      expect(await verify(value)).toMatchObject({
        exitCode: 0,
        output: {
          digest: given.digest,
          holds: true,
          signatures: [{ holds: true, stands: true }],
          evidence: [{ sha256: sha256Hex(FILE), holds: true }],
          notChecked: 0,
        },
      });
    }
  });

  it.each<[string, () => unknown, object]>([
    ["another record", () => bundle({ record: record({ note: "passed" }) }), { holds: false }],
    ["another digest", () => bundle({ digest: "0".repeat(64) }), { holds: false }],
    [
      "another signed record",
      () => bundle({ signatures: [{ ...bundle().signatures[0], record: record({ note: "x" }) }] }),
      { holds: false, signatures: [{ holds: false, stands: false }] },
    ],
    [
      "other bytes",
      () => bundle({ evidence: [{ ...bundle().evidence[0], bytes: Buffer.from("GPU 1").toString("base64") }] }),
      { holds: false, evidence: [{ holds: false, why: "other-bytes" }] },
    ],
  ])("does not hold for %s", async (_, given, output) => {
    expect(await verify(given())).toMatchObject({ exitCode: 1, output });
  });

  it("says what was not checked, and takes the file beside the bundle", async () => {
    const left = bundle({ evidence: [{ ...bundle().evidence[0], bytes: null }] });
    expect(await verify(left)).toMatchObject({
      output: { evidence: [{ holds: null, why: "left-out" }], notChecked: 1 },
    });
    expect(await verify(left, FILE)).toMatchObject({ output: { evidence: [{ holds: true }], notChecked: 0 } });
    expect(await verify(bundle({ evidence: [] }))).toMatchObject({
      output: { evidence: [{ holds: null, why: "missing" }] },
    });
  });

  it("shows a signature that was ended as one that does not stand", async () => {
    const ended = { ...bundle().signatures[0], void: { at: "2026-06-06T00:00:00.000Z" } };
    expect(await verify(bundle({ signatures: [ended] }))).toMatchObject({
      output: { holds: true, signatures: [{ holds: true, stands: false }] },
    });
  });

  it("refuses what is no bundle", async () => {
    for (const value of ["{", "{}", { ...bundle(), schema: "other/1" }, { ...bundle(), digest: "abc" }])
      expect((await verify(value)).exitCode).toBe(2);
  });
});
