import { describe, expect, it } from "vitest";
import { areaOf, checkOf, EVIDENCE, input, item, LIST, LOG } from "../fixtures/review-case";
import { piecesOf } from "../selection";
import { readEvidence } from "./read";

const PULL = [
  "v1: Pulling from team/chat",
  `Digest: sha256:${"ab".repeat(32)}`,
  "Status: Downloaded newer image for team/chat:v1",
  "docker.io/team/chat:v1",
  "",
].join("\n");
const paste = (...outputs: readonly (readonly [string, string])[]) =>
  outputs.map(([command, out]) => `root@node1:~# ${command}\n${out}`).join("");
const BOTH = paste(["nvidia-smi -L", LIST], ["docker pull team/chat:v1", PULL]);

describe("several tools in one paste", () => {
  it("are read each on its own", () => {
    const answer = readEvidence(BOTH);
    const all = answer.format === null ? [] : [answer, ...(answer.parts ?? [])];
    const whole = all.filter((a) => a.complete).map((a) => a.format);
    expect([...new Set(whole)].sort()).toEqual(["docker-digest", "nvidia-smi-L"]);
  });
  it("of one tool stay one reading", () => {
    expect(readEvidence(paste(["nvidia-smi -L", LIST], ["nvidia-smi -L", LIST]))).not.toHaveProperty("parts");
    expect(readEvidence(LIST)).not.toHaveProperty("parts");
    expect(
      readEvidence(
        "# HELP vllm:num_requests_running x\n# TYPE vllm:num_requests_running gauge\nvllm:num_requests_running 1\n",
      ),
    ).not.toHaveProperty("parts");
  });
  it("are not asked for where the format is named", () => {
    expect(readEvidence(BOTH, "nvidia-smi-L")).not.toHaveProperty("parts");
  });
  it("pass nothing with an output that is cut", () => {
    const cut = paste(["docker pull team/chat:v1", PULL], ["nvidia-smi -L", LIST.slice(0, 50)]);
    const answer = readEvidence(cut);
    const lists =
      answer.format === null ? [] : [answer, ...(answer.parts ?? [])].filter((a) => a.format === "nvidia-smi-L");
    expect(lists.map((a) => a.complete)).not.toContain(true);
  });

  it("are judged each on its own, and the upload counts", () => {
    const text = paste(["nvidia-smi -L", LIST], ["cat server.log", LOG]);
    const answer = readEvidence(text);
    if (answer.format === null) throw new Error(answer.error.message);
    const pieces = piecesOf(item("both", "smoke", text), answer.parts);
    const rest = EVIDENCE.filter((e) => e.id !== "list" && e.id !== "log");
    const given = input({ evidence: [...rest, ...pieces] });
    expect(checkOf(given, "startup")?.state).toBe("passed");
    const seen = areaOf(given, "hardware-identity")?.criteria.find((c) => c.id === "visible-devices");
    expect(seen).toMatchObject({ state: "passed", evidenceIds: ["both"] });
  });
});
