import type { BriefContent } from "@/lib/brief/schema";
import { findAccelerator } from "@/lib/catalog/accelerators";
import type { Accelerator } from "@/lib/catalog/schema";
import type { Estimate } from "@/lib/memory/answer";
import { engineFacts } from "@/lib/memory/engines";
import type { EstimateRequest } from "@/lib/memory/schema";
import { daysBetween } from "../calendar";
import type { Plan } from "../plan";

/** What somebody must still say: its name stands in the text as `<NAME>`, and its words are `boundary.takeaway.fill.<NAME>`. */
export const FILLS = [
  "MODEL",
  "MODEL_REVISION",
  "IMAGE_BY_DIGEST",
  "IMAGE_NAME",
  "TRAINING_SCRIPT",
  "RENDEZVOUS_HOST",
  "SECRET_NAME",
  "CPU_CORES",
  "HOST_MEMORY",
  "SHARED_MEMORY",
  "GPU_RESOURCE",
  "CARD_NAME_THERE",
  "RUN_HOURS",
  "DISK_GB",
  "REGION",
] as const;
export type Fill = (typeof FILLS)[number];

export type ServeSettings = {
  readonly kind: "serve";
  readonly engine: string;
  readonly engineVersion: string | null;
  readonly maxModelLen: number | null;
  readonly maxNumSeqs: number;
  readonly maxNumBatchedTokens: number | null;
  readonly gpuMemoryUtilization: number;
  readonly kvCacheDtype: string;
  readonly blockSize: number | null;
  readonly enforceEager: boolean;
};

export type Work =
  | ServeSettings
  | { readonly kind: "train"; readonly assumed: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: "other" };

/** Everything that a command, manifest or request needs, as far as estimate, brief and plan state it. */
export interface Deployment {
  /** A DNS label: lower case, digits and dashes. */
  readonly name: string;
  readonly title: string;
  readonly work: Work;
  readonly model: string | null;
  readonly revision: string | null;
  readonly weightFormat: string;
  /** `name@sha256:…`; null where no image by digest is stated. */
  readonly image: string | null;
  readonly card: Accelerator | null;
  readonly mig: string | null;
  readonly cards: number;
  readonly tensor: number;
  readonly pipeline: number;
  /** Copies of the model: what the plan's cards hold beyond one. */
  readonly copies: number;
  /** Cards of the plan that no whole copy uses; more than none is a fault of the plan. */
  readonly cardsLeft: number;
  readonly nodes: number;
  readonly cardsPerNode: number;
  readonly spot: boolean | null;
  readonly region: string | null;
  readonly runHours: number | null;
  readonly diskGb: number | null;
  readonly stopRule: string | null;
  readonly owner: string | null;
  readonly ends: string | null;
  /** References that bills can be found by. */
  readonly tags: Readonly<Record<string, string>>;
}

export interface DeploymentSource {
  readonly request: EstimateRequest;
  readonly answer: Estimate;
  readonly brief?: { readonly reference: string; readonly content: BriefContent } | null;
  readonly plan?: { readonly reference: string; readonly plan: Plan } | null;
}

/** The estimate's own settings as a deployment: what the estimate took as a default is stated, so that both agree. */
export function deploymentOf({ request, answer, brief, plan }: DeploymentSource): Deployment {
  const content = brief?.content ?? null;
  const { tensor, pipeline, data } = request.parallel;
  const perCopy = tensor * pipeline;
  const cards = plan?.plan.count ?? perCopy * data;
  const gpu = typeof request.gpu === "string" ? { id: request.gpu } : request.gpu;
  const offer = plan?.plan.offer ?? null;
  const card = findAccelerator(offer?.acceleratorId ?? gpu.id ?? "");
  const perNode = request.gpusPerNode ?? card?.typicalGpusPerNode ?? cards;
  const copies = Math.floor(cards / perCopy);
  return {
    name: dnsLabel(plan?.reference ?? brief?.reference ?? "headroom"),
    title: content?.title ?? request.model.preset ?? "",
    work: workOf(request, answer),
    model: request.model.preset ?? null,
    revision: content?.memoryShape.modelRevision ?? null,
    weightFormat: request.weightFormat,
    image: imageOf(content),
    card,
    mig: gpu.mig ?? null,
    cards,
    tensor,
    pipeline,
    copies: Math.max(1, copies),
    cardsLeft: copies < 1 ? cards : cards - copies * perCopy,
    nodes: Math.max(1, Math.ceil(perCopy / perNode)),
    cardsPerNode: Math.min(perCopy, perNode),
    spot: offer === null ? null : offer.purchase === "spot",
    region: offer?.region ?? null,
    runHours: plan ? daysBetween(plan.plan.period.start, plan.plan.trial.endDate) * 24 : null,
    diskGb: diskGbOf(content),
    stopRule: plan?.plan.stopRule ?? null,
    owner: plan?.plan.owner ?? content?.owner ?? null,
    ends: plan?.plan.period.end ?? null,
    tags: {
      ...(brief ? { "headroom-brief": dnsLabel(brief.reference) } : {}),
      ...(plan ? { "headroom-plan": dnsLabel(plan.reference) } : {}),
    },
  };
}

/** `BRF-12` as a label that Kubernetes, clouds and tags take. */
export function dnsLabel(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 63)
    .replace(/^-+|-+$/g, "");
  return plain === "" ? "headroom" : plain;
}

/** A bare digest says which image it must be, and not where it is pulled from: the name is filled in before it. */
function imageOf(content: BriefContent | null): string | null {
  const stated = content?.runtime.imageDigest ?? null;
  return stated === null || stated.includes("@") ? stated : `<IMAGE_NAME>@${stated}`;
}

const diskGbOf = (content: BriefContent | null): number | null => {
  const bytes = content?.controlBoundary.persistentDiskBytes ?? null;
  return bytes === null ? null : Math.ceil(bytes / 1e9);
};

function workOf({ run }: EstimateRequest, answer: Estimate): Work {
  if (run.kind === "serve") {
    const { facts } = engineFacts(run.engine, run.engineVersion ?? null);
    const large = (answer.perGpu?.usableGib ?? 0) >= facts.largeCardGib;
    return {
      kind: "serve",
      engine: run.engine,
      engineVersion: run.engineVersion ?? null,
      maxModelLen: run.maxModelLen ?? null,
      maxNumSeqs: run.maxNumSeqs ?? (large ? facts.maxNumSeqs.large : facts.maxNumSeqs.small),
      maxNumBatchedTokens: run.maxNumBatchedTokens ?? null,
      gpuMemoryUtilization: run.gpuMemoryUtilization ?? facts.defaultUtilisation,
      kvCacheDtype: run.kvCacheDtype,
      blockSize: run.blockSize ?? null,
      enforceEager: !run.cudaGraphs,
    };
  }
  if (run.kind !== "train") return { kind: "other" };
  const { kind: _, components: __, ...settings } = run;
  const assumed = Object.entries(settings).flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined ? [] : [[name, Array.isArray(value) ? value.join(",") : String(value)]],
  );
  return { kind: "train", assumed };
}
