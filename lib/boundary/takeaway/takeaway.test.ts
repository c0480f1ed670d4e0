import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { contentOf } from "@/lib/brief/content";
import type { BriefDraft, FieldPath, FieldValue } from "@/lib/brief/schema";
import { estimate } from "@/lib/memory/estimate";
import { parseEstimateRequest } from "@/lib/memory/schema";
import { interactive, lora, video } from "@/lib/sample/fixtures/briefs";
import { estimateRequestOf } from "../estimate-request";
import { changed, offer } from "../fixtures/briefs";
import { readPlan } from "../plan";
import { takeaways } from "./all";
import { type Deployment, deploymentOf, dnsLabel, FILLS } from "./deployment";
import { dockerRun } from "./docker";
import { dstackTask } from "./dstack";
import { kubernetesManifest } from "./kubernetes";
import { skypilotTask } from "./skypilot";
import type { TakeawayAnswer } from "./takeaway";
import { terraformVariables } from "./terraform";
import { commentText, hclString, shellWord } from "./text";
import { torchrun } from "./torchrun";
import { sglangCommand, vllmCommand } from "./vllm";

const HOSTILE = `x'; rm -rf "$HOME" \`id\` $(id)\n# \u2028\${path} %{if}`;
const DIGEST = `registry.example/serve@sha256:${"ab".repeat(32)}`;

function make(
  input: BriefDraft,
  changes: Partial<Record<FieldPath, FieldValue>> = {},
  count: number | null = 2,
): Deployment {
  const content = contentOf(changed(input, { "memoryShape.acceleratorId": "h100-sxm", ...changes }));
  const asked = estimateRequestOf(content);
  if (!asked.ok) throw new Error("the brief has an estimate");
  const parsed = parseEstimateRequest(asked.request);
  if (!parsed.ok) throw new Error(parsed.message);
  const reading = readPlan({
    boundary: "vm",
    offer: offer({ id: "OFF-1", amount: "2", acceleratorId: "h100-sxm", region: "eu-1" }),
    count: count ?? 1,
    period: { start: "2026-12-01", end: "2026-12-31" },
    owner: "Team",
    stopRule: "Stop after an idle hour",
    fallbacks: { lostAllocation: "a", shortage: "b", failedDeployment: "c" },
    trial: { endDate: "2026-12-04", budget: { amount: "300", currency: "USD" } },
  });
  if (!reading.ok) throw new Error("the plan is one");
  return deploymentOf({
    request: parsed.request,
    answer: estimate(parsed.request),
    brief: { reference: "BRF-12", content },
    plan: count === null ? null : { reference: "PLN-3", plan: reading.plan },
  });
}

function of(answer: TakeawayAnswer) {
  if (!answer.ok) throw new Error(answer.code);
  return answer.takeaway;
}

const serve = (more: Partial<Record<FieldPath, FieldValue>> = {}, count: number | null = 2) =>
  make(
    interactive,
    {
      "memoryShape.tensorParallel": 2,
      "memoryShape.weightFormat": "fp8",
      "memoryShape.kvCacheDtype": "fp8",
      "memoryShape.gpuMemoryUtilization": 0.85,
      "memoryShape.maxModelLenTokens": 8192,
      "memoryShape.maxNumSeqs": 64,
      ...more,
    },
    count,
  );

/** Words of a command as a shell reads them. */
const words = (command: string): string[] =>
  execFileSync("sh", ["-c", `for w in ${command.replace(/^(?:#.*\n)+/, "").trimEnd()}; do printf '%s\\0' "$w"; done`], {
    encoding: "utf8",
  })
    .split("\0")
    .slice(0, -1);

const flag = (list: readonly string[], name: string) => list[list.indexOf(name) + 1];

describe("a server's command", () => {
  it("says what the estimate stands on", () => {
    const list = words(of(vllmCommand(serve())).text);
    expect(list.slice(0, 3)).toEqual(["vllm", "serve", "meta-llama/Llama-3.1-8B"]);
    expect(flag(list, "--revision")).toBe("0e9e39f");
    expect(flag(list, "--tensor-parallel-size")).toBe("2");
    expect(flag(list, "--max-model-len")).toBe("8192");
    expect(flag(list, "--max-num-seqs")).toBe("64");
    expect(flag(list, "--gpu-memory-utilization")).toBe("0.85");
    expect(flag(list, "--quantization")).toBe("fp8");
    expect(flag(list, "--kv-cache-dtype")).toBe("fp8_e4m3");
  });

  it("states the defaults that the estimate took, so that both agree", () => {
    const d = serve({ "memoryShape.maxNumSeqs": null, "memoryShape.gpuMemoryUtilization": null });
    const list = words(of(vllmCommand(d)).text);
    expect(d.work).toMatchObject({ kind: "serve", maxNumSeqs: Number(flag(list, "--max-num-seqs")) });
    expect(Number(flag(list, "--gpu-memory-utilization"))).toBeGreaterThan(0.8);
  });

  it("is SGLang's where the brief names it, and each refuses the other's", () => {
    const d = serve({ "memoryShape.engine": "sglang", "memoryShape.engineVersion": null });
    const list = words(of(sglangCommand(d)).text);
    expect(list.slice(0, 3)).toEqual(["python", "-m", "sglang.launch_server"]);
    expect([flag(list, "--tp-size"), flag(list, "--context-length"), flag(list, "--max-running-requests")]).toEqual([
      "2",
      "8192",
      "64",
    ]);
    expect(vllmCommand(d)).toMatchObject({ ok: false, code: "other-engine" });
    expect(sglangCommand(serve())).toMatchObject({ ok: false, code: "other-engine" });
    expect(torchrun(d)).toMatchObject({ ok: false, code: "not-training" });
  });

  it("names what nobody stated, and says which formats only a checkpoint carries", () => {
    const open = of(vllmCommand(serve({ "memoryShape.modelRevision": null, "memoryShape.weightFormat": "awq-int4" })));
    expect(open.toFill).toEqual(["MODEL_REVISION"]);
    expect(open.notes).toContain("needs-quantised");
    expect(open.text).not.toContain("--quantization");
  });
});

describe("a training's command", () => {
  it("starts one rank per card, and says what the estimate stands on beside it", () => {
    const made = of(torchrun(make(lora, {}, 4)));
    const list = words(made.text);
    expect([list[0], flag(list, "--nproc-per-node"), list.at(-1)]).toEqual(["torchrun", "4", "<TRAINING_SCRIPT>"]);
    expect(made.text).toContain("# method = lora");
    expect(made.toFill).toEqual(["TRAINING_SCRIPT"]);
    const sixteen = of(torchrun(make(lora, {}, 16)));
    expect(flag(words(sixteen.text), "--nnodes")).toBe("2");
    expect(sixteen.toFill).toContain("RENDEZVOUS_HOST");
    expect(vllmCommand(make(lora))).toMatchObject({ ok: false, code: "not-serving" });
  });
});

describe("a docker run line", () => {
  it("gives the cards of one copy, an image by digest, and the token by its name only", () => {
    const list = words(of(dockerRun(serve({ "runtime.imageDigest": DIGEST }))).text);
    expect(flag(list, "--gpus")).toBe("2");
    expect(flag(list, "--env")).toBe("HF_TOKEN");
    expect(list).toContain(DIGEST);
    expect(list.indexOf(DIGEST)).toBeGreaterThan(list.indexOf("--entrypoint"));
    expect(of(dockerRun(serve({ "runtime.imageDigest": `sha256:${"ab".repeat(32)}` }))).toFill).toContain("IMAGE_NAME");
    expect(of(dockerRun(serve({ "runtime.imageDigest": null }))).toFill).toContain("IMAGE_BY_DIGEST");
    expect(dockerRun(make(video))).toMatchObject({ ok: false, code: "no-command" });
  });
});

describe("a Kubernetes manifest", () => {
  it("is a deployment of copies with limits equal to requests, a digest, a secret by reference and shared memory", () => {
    const made = of(kubernetesManifest(serve({ "runtime.imageDigest": DIGEST }, 4)));
    const manifest = parse(made.text);
    const pod = manifest.spec.template.spec;
    const [main] = pod.containers;
    expect([manifest.kind, manifest.spec.replicas]).toEqual(["Deployment", 2]);
    expect(main.image).toBe(DIGEST);
    expect(main.resources.limits).toEqual(main.resources.requests);
    expect(main.resources.limits["nvidia.com/gpu"]).toBe(2);
    expect(main.env[0].valueFrom.secretKeyRef).toEqual({ name: "<SECRET_NAME>", key: "token" });
    expect(main.env[0].value).toBeUndefined();
    expect(flag(main.command, "--max-model-len")).toBe("8192");
    expect(pod.volumes[0].emptyDir.medium).toBe("Memory");
    const [term] = pod.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms;
    expect(term.matchExpressions).toContainEqual({
      key: "nvidia.com/gpu.compute.major",
      operator: "In",
      values: ["9"],
    });
    expect(made.toFill).toEqual(expect.arrayContaining(["CPU_CORES", "HOST_MEMORY", "SHARED_MEMORY", "SECRET_NAME"]));
  });

  it("is a job with a deadline for work that ends, asks for a slice by its profile, and holds no more than one machine", () => {
    const job = parse(of(kubernetesManifest(make(lora))).text);
    expect([job.kind, job.spec.activeDeadlineSeconds]).toEqual(["Job", 3 * 86_400]);
    const slice = serve({ "memoryShape.tensorParallel": 1, "memoryShape.migProfile": "3g.40gb" }, 1);
    expect(parse(of(kubernetesManifest(slice)).text).spec.template.spec.containers[0].resources.limits).toMatchObject({
      "nvidia.com/mig-3g.40gb": 1,
    });
    const large = serve({ "memoryShape.tensorParallel": 8, "memoryShape.pipelineParallel": 2 }, 16);
    expect(kubernetesManifest(large)).toMatchObject({ ok: false, code: "several-nodes" });
  });
});

describe("SkyPilot and dstack", () => {
  it("end by themselves when the trial does", () => {
    const sky = parse(of(skypilotTask(serve())).text);
    expect(sky.resources).toMatchObject({ accelerators: "H100:2", use_spot: false, autostop: { down: true } });
    expect(words(sky.run).slice(0, 4)).toEqual(["timeout", "72h", "vllm", "serve"]);
    expect(sky.secrets).toEqual({ HF_TOKEN: null });
    const dstack = parse(of(dstackTask(serve())).text);
    expect(dstack).toMatchObject({ type: "task", max_duration: "72h", spot_policy: "on-demand" });
    expect(dstack.resources.gpu).toMatchObject({ name: "H100", count: 2, memory: "80GB", vendor: "nvidia" });
  });

  it("without a plan ask for how long", () => {
    const open = serve({}, null);
    expect(of(skypilotTask(open)).toFill).toEqual(expect.arrayContaining(["RUN_HOURS", "DISK_GB"]));
    expect(words(parse(of(skypilotTask(open)).text).run)[1]).toBe("<RUN_HOURS>h");
    expect(parse(of(dstackTask(open)).text).spot_policy).toBeUndefined();
  });
});

describe("Terraform's variables", () => {
  it("hold the plan's numbers, its stop rule and the references that bills are found by", () => {
    const made = of(terraformVariables(serve()));
    expect(made.text).toMatch(/^gpu_count +=\s2$/m);
    expect(made.text).toMatch(/^stop_rule +=\s"Stop after an idle hour"$/m);
    expect(made.text).toContain('"headroom-plan" = "pln-3"');
    expect(made.text).toMatch(/^delete_after +=\s"2026-12-31"$/m);
  });
});

describe("every target", () => {
  const hostile = serve({
    title: HOSTILE,
    "memoryShape.modelRevision": HOSTILE,
    "runtime.imageDigest": `evil'$(id)@sha256:${"ab".repeat(32)}`,
  });
  const named: Deployment = { ...hostile, model: HOSTILE, stopRule: HOSTILE, owner: HOSTILE };

  it("keeps hostile names as names", () => {
    const list = words(of(vllmCommand(named)).text);
    expect([list[2], flag(list, "--revision")]).toEqual([HOSTILE, HOSTILE]);
    const docker = words(of(dockerRun(named)).text);
    expect(docker).toContain(named.image);
    const manifest = parse(of(kubernetesManifest(named)).text);
    expect(manifest.spec.template.spec.containers[0].command).toContain(HOSTILE);
    expect(words(parse(of(skypilotTask(named)).text).run)).toContain(HOSTILE);
    expect(words(parse(of(dstackTask(named)).text).commands[0])).toContain(HOSTILE);
    expect(of(terraformVariables(named)).text.replace(/^#.*/, "")).not.toMatch(/[^$]\$\{|[^%]%\{/);
    for (const answer of takeaways(named)) if (answer.ok) expect(answer.takeaway.text).not.toMatch(/^(?:rm|id)\b/m);
  });

  it("fills in nothing of its own: each placeholder is listed, and each listed one stands there", () => {
    for (const d of [serve(), serve({}, null), make(lora), make(lora, {}, 16)]) {
      for (const answer of takeaways(d)) {
        if (!answer.ok) continue;
        const { text, toFill } = answer.takeaway;
        const standing = [...new Set([...text.matchAll(/<([A-Z_]+)>/g)].map((m) => m[1]))].sort();
        expect([...toFill].sort()).toEqual(standing);
        expect(standing.filter((name) => !FILLS.some((fill) => fill === name))).toEqual([]);
        expect(answer.takeaway.checks.length).toBeGreaterThan(0);
      }
    }
  });

  it("says when cards are left that no copy uses", () => {
    expect(of(vllmCommand(serve({}, 3))).notes).toContain("cards-left");
    expect(of(vllmCommand(serve({}, 2))).notes).not.toContain("cards-left");
    expect(of(vllmCommand(serve({}, 4))).notes).toContain("copies-apart");
  });
});

describe("texts", () => {
  it("are words, comments, strings and labels wherever they stand", () => {
    for (const text of [HOSTILE, "", "plain", "a b", "'", "-x", "$(id)"])
      expect(words(shellWord(text))).toEqual([text]);
    expect(commentText("a\nb\u2028c\u0007")).toBe("a b c");
    expect(hclString(`a"b\\c\n\${d}%{e}`)).toBe('"a\\"b\\\\c\\n$${d}%%{e}"');
    expect([dnsLabel("BRF-12"), dnsLabel("--"), dnsLabel("Ä x")]).toEqual(["brf-12", "headroom", "x"]);
    expect(dnsLabel("a-".repeat(60)).length).toBeLessThanOrEqual(63);
  });
});
