import { describe, expect, it } from "vitest";
import { command } from "./evidence";

const run = (text: string | null, options: Record<string, string> = {}) =>
  command.run({
    files: text === null ? [] : [{ name: "-", bytes: new TextEncoder().encode(text) }],
    options,
    readFile: () => new Uint8Array(),
  });

const LIST = "GPU 0: NVIDIA L4 (UUID: GPU-1f0c2d3e-0001-4000-8000-0000000000a1)\n";

describe("headroom evidence", () => {
  it("gives format, facts, unread lines and completeness", async () => {
    expect(await run(LIST)).toMatchObject({
      exitCode: 0,
      output: { format: "nvidia-smi-L", facts: { gpu_count_physical: 1 }, unread: [], complete: true },
    });
  });
  it("ends with 2 and format null where it cannot read", async () => {
    expect(await run("hello")).toMatchObject({ exitCode: 2, output: { format: null } });
    expect(await run(null)).toMatchObject({ exitCode: 2, output: { format: null, error: { code: "USAGE" } } });
    expect(await run(LIST, { format: "vllm-log" })).toMatchObject({ exitCode: 2 });
  });
});
