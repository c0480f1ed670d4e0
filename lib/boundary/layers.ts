import { valueAt } from "@/lib/brief/content";
import type { BriefContent, FieldPath } from "@/lib/brief/schema";
import type { Plan } from "./plan";

export const LAYERS = ["capacity", "runtime", "data", "network", "scheduling", "operations"] as const;
export type Layer = (typeof LAYERS)[number];

export type LayerState = "settled" | "open" | "not-applicable";

/** Where an item was settled, or where its answer lacks. */
export type LayerPlace =
  | { readonly kind: "brief"; readonly field: FieldPath }
  | { readonly kind: "plan" }
  | { readonly kind: "offer" }
  | { readonly kind: "estimate" }
  /** Only evidence of the trial settles it. */
  | { readonly kind: "review" };

/** One item of METHOD 3; its words are `boundary.layers.items.<id>`. */
export interface LayerItem {
  readonly layer: Layer;
  readonly id: string;
  readonly state: LayerState;
  readonly where: LayerPlace;
}

export interface LayerInput {
  readonly brief: BriefContent;
  readonly plan: Plan | null;
  /** Whether the brief's memory estimate says that it fits; null without one. */
  readonly fits: boolean | null;
}

type Rule = (input: LayerInput) => Pick<LayerItem, "state" | "where">;

const at = (state: LayerState, kind: Exclude<LayerPlace["kind"], "brief">) => ({
  state,
  where: { kind } as LayerPlace,
});
const settledWhen = (yes: boolean): LayerState => (yes ? "settled" : "open");

/** Settled when all these fields are answered; the first that lacks is where it is open. */
const answered =
  (...fields: readonly [FieldPath, ...FieldPath[]]): Rule =>
  ({ brief }) => {
    const lacking = fields.find((field) => valueAt(brief, field) === null);
    return { state: settledWhen(lacking === undefined), where: { kind: "brief", field: lacking ?? fields[0] } };
  };

/** Not applicable where the condition holds; the field says why. */
const unless =
  (field: FieldPath, applies: (brief: BriefContent) => boolean, rule: Rule): Rule =>
  (input) =>
    applies(input.brief) ? rule(input) : { state: "not-applicable", where: { kind: "brief", field } };

const serves = ({ kind }: BriefContent): boolean => kind === "interactive-inference";
const learns = ({ kind }: BriefContent): boolean => kind === "training" || kind === "fine-tuning";
const onGpu = ({ runtime }: BriefContent): boolean => runtime.computePlatform !== "none";

const capacity: readonly (readonly [string, Rule])[] = [
  [
    "card",
    ({ brief, plan }) =>
      plan?.offer?.acceleratorId
        ? at("settled", "offer")
        : answered("memoryShape.acceleratorId")({ brief, plan, fits: null }),
  ],
  ["memory", ({ fits }) => at(settledWhen(fits === true), "estimate")],
  [
    "partition",
    unless("memoryShape.migProfile", (b) => b.memoryShape.migProfile !== null, answered("memoryShape.migProfile")),
  ],
  ["tenancy", answered("controlBoundary.isolation")],
  ["quota", quota],
  ["duration", ({ plan }) => at(settledWhen(plan !== null), "plan")],
];

/** Quota is settled only where somebody looked it up, says where it is seen, and it holds the plan's cards. */
function quota({ plan }: LayerInput): ReturnType<Rule> {
  if (plan !== null && plan.offer === null) return at("not-applicable", "plan");
  const cards = plan?.offer?.quotaCards;
  const shown = Boolean(plan?.offer?.quotaSource);
  return at(settledWhen(shown && cards != null && plan !== null && cards >= plan.count), "offer");
}

const runtime: readonly (readonly [string, Rule])[] = [
  ["driver", unless("runtime.computePlatform", onGpu, answered("runtime.driverVersion"))],
  [
    "cuda",
    unless("runtime.computePlatform", onGpu, (input) =>
      answered(input.brief.runtime.computePlatform === "rocm" ? "runtime.rocmVersion" : "runtime.cudaVersion")(input),
    ),
  ],
  ["container", answered("runtime.imageDigest")],
  ["framework", answered("runtime.framework")],
  [
    "server",
    unless(
      "kind",
      (b) => b.memoryShape.runKind === "serve",
      answered("memoryShape.engine", "memoryShape.engineVersion"),
    ),
  ],
  ["lockfile", answered("runtime.lockfile")],
];

const KEPT = ["weights", "compiledArtefacts", "caches", "prompts", "checkpoints", "outputs"] as const;

/** Tried for everything that is kept; one that is not is where it is open. */
const restores: Rule = ({ brief }) => {
  const kept = KEPT.filter((item) => brief.persist[`${item}Fate`] === "kept");
  const untried = kept.find((item) => brief.persist[`${item}Restore`] !== "tested");
  if (kept.length === 0) return { state: "not-applicable", where: { kind: "brief", field: "persist.outputsFate" } };
  return {
    state: settledWhen(untried === undefined),
    where: { kind: "brief", field: `persist.${untried ?? kept[0] ?? "outputs"}Restore` },
  };
};

const data: readonly (readonly [string, Rule])[] = [
  ["object-store", answered("dataBoundary.storagePlace")],
  ["volumes", answered("controlBoundary.persistentDisk")],
  [
    "checkpoints",
    unless("kind", learns, answered("persist.checkpointsFate", "capacityVanishes.checkpointIntervalMinutes")),
  ],
  ["artefacts", answered("persist.weightsFate", "persist.compiledArtefactsFate")],
  ["encryption", answered("dataBoundary.encryptionAtRest", "dataBoundary.encryptionInTransit")],
  [
    "lifecycle",
    ({ brief, ...rest }) =>
      answered(brief.dataBoundary.deletionDate === null ? "dataBoundary.retentionDays" : "dataBoundary.deletionDate")({
        brief,
        ...rest,
      }),
  ],
  ["restore-test", restores],
];

const network: readonly (readonly [string, Rule])[] = [
  ["ingress", answered("dataBoundary.ingressBytesPerMonth")],
  ["service-traffic", answered("dataBoundary.egressBytesPerMonth")],
  ["private-links", answered("private.dataNetwork")],
  ["firewall", answered("controlBoundary.networkPolicy")],
  ["image-pull", answered("private.registryNetwork", "private.registryIdentity")],
  [
    "fabric",
    unless(
      "controlBoundary.fabric",
      (b) => b.controlBoundary.fabric !== "none",
      ({ brief, ...rest }) =>
        brief.controlBoundary.fabric === null
          ? answered("controlBoundary.fabric")({ brief, ...rest })
          : at("open", "review"),
    ),
  ],
];

const scheduling: readonly (readonly [string, Rule])[] = [
  [
    "queue",
    ({ brief, ...rest }) =>
      answered(serves(brief) ? "outcome.atCapacity" : "capacityVanishes.queueVisibility")({ brief, ...rest }),
  ],
  ["autoscaling", unless("kind", serves, answered("scale.serviceCount"))],
  ["placement", answered("controlBoundary.fixedHost")],
  ["retry", answered("capacityVanishes.retryRule", "capacityVanishes.retryOwner")],
  ["drain", answered("capacityVanishes.resumeWithinMinutes")],
  [
    "capacity-fallback",
    ({ plan, ...rest }) =>
      plan === null ? answered("capacityVanishes.fallbackShortage")({ plan, ...rest }) : at("settled", "plan"),
  ],
];

const operations: readonly (readonly [string, Rule])[] = [
  ["identity", answered("private.administrationIdentity")],
  ["secrets", answered("private.leastCredentials", "private.credentialRotation")],
  ["logs", answered("private.telemetryNetwork")],
  ["metrics", answered("private.telemetryIdentity")],
  ["health", () => at("open", "review")],
  ["diagnostics", () => at("open", "review")],
  ["budget", ({ plan }) => at(settledWhen(plan !== null), "plan")],
  ["incident-owner", answered("controlBoundary.supportOwner")],
];

const RULES: Readonly<Record<Layer, readonly (readonly [string, Rule])[]>> = {
  capacity,
  runtime,
  data,
  network,
  scheduling,
  operations,
};

/** The six layers item by item: settled, open or not applicable, and where. What only a trial shows stays open here. */
export function layersOf(input: LayerInput): readonly LayerItem[] {
  return LAYERS.flatMap((layer) => RULES[layer].map(([id, rule]) => ({ layer, id, ...rule(input) })));
}
