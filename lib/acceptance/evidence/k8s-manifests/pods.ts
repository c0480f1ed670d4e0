export type Dict = Readonly<Record<string, unknown>>;

export const isDict = (v: unknown): v is Dict => typeof v === "object" && v !== null && !Array.isArray(v);
export const dictAt = (v: unknown, ...path: readonly string[]): Dict | null => {
  let at: unknown = v;
  for (const key of path) at = isDict(at) ? at[key] : undefined;
  return isDict(at) ? at : null;
};
const listAt = (v: Dict | null, key: string): readonly Dict[] => {
  const list = v?.[key];
  return Array.isArray(list) ? list.filter(isDict) : [];
};

export interface Container {
  readonly name: string;
  readonly image: string | null;
  readonly words: readonly string[];
  /** Path as the API server names it. */
  readonly path: string;
  readonly spec: Dict;
}

export interface PodSpec {
  readonly init: readonly Container[];
  readonly main: readonly Container[];
  readonly claims: number;
  /** Two claims of one pod have the same name. */
  readonly claimsRepeat: boolean;
}

export interface Workload {
  readonly kind: string;
  readonly name: string | null;
  /** Pods of this kind that will run; null where the manifest does not say (one for each node). */
  readonly pods: number | null;
  readonly pod: PodSpec;
}

const textsIn = (v: unknown): string[] =>
  Array.isArray(v) ? v.map((w) => String(w)) : typeof v === "string" ? [v] : [];

function container(spec: Dict, path: string): Container {
  return {
    name: typeof spec.name === "string" ? spec.name : "",
    image: typeof spec.image === "string" ? spec.image : null,
    words: [...textsIn(spec.command), ...textsIn(spec.args)].flatMap((w) => w.trim().split(/\s+/)),
    path,
    spec,
  };
}

function podSpec(spec: Dict, at: string): PodSpec {
  const of = (key: string) => listAt(spec, key).map((c, i) => container(c, `${at}${key}[${i}]`));
  const claims = listAt(spec, "resourceClaims");
  const claimsRepeat = new Set(claims.map((c) => c.name)).size < claims.length;
  return { init: of("initContainers"), main: of("containers"), claims: claims.length, claimsRepeat };
}

const wholeOr = (v: unknown, otherwise: number | null): number | null =>
  v === undefined ? otherwise : typeof v === "number" && Number.isInteger(v) && v >= 0 ? v : null;

/** How many pods of a kind with a template run. */
function podsOf(kind: string, spec: Dict): number | null {
  if (kind === "DaemonSet") return null;
  if (kind === "Job") return wholeOr(spec.parallelism, 1);
  return wholeOr(spec.replicas, 1);
}

function product(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a * b;
}

/** Training operators and Ray: one template for each role. */
function roles(kind: string, doc: Dict): Workload[] {
  const spec = dictAt(doc, "spec");
  const replicaSpecs = Object.entries(spec ?? {}).find(([k, v]) => /ReplicaSpecs$/.test(k) && isDict(v))?.[1];
  const named = isDict(replicaSpecs) ? Object.entries(replicaSpecs) : [];
  const groups: [string, unknown][] = [
    ...named,
    ...(isDict(spec?.headGroupSpec) ? [["head", { replicas: 1, ...spec.headGroupSpec }] as [string, unknown]] : []),
    ...listAt(spec, "workerGroupSpecs").map((g): [string, unknown] => ["worker", g]),
  ];
  return groups.flatMap(([role, g]) => {
    const pod = dictAt(g, "template", "spec");
    if (!pod || !isDict(g)) return [];
    return [{ kind, name: role, pods: wholeOr(g.replicas, 1), pod: podSpec(pod, `spec.${role}.template.spec.`) }];
  });
}

/** The leader and the workers of each group: `size` pods, `replicas` groups. */
function leaderWorkers(kind: string, doc: Dict): Workload[] {
  const spec = dictAt(doc, "spec") ?? {};
  const template = dictAt(spec, "leaderWorkerTemplate");
  const worker = dictAt(template, "workerTemplate", "spec");
  const leader = dictAt(template, "leaderTemplate", "spec");
  const size = wholeOr(template?.size, 1);
  const groups = wholeOr(spec.replicas, 1);
  const of = (name: string, pod: Dict, pods: number | null): Workload => ({
    kind,
    name,
    pods,
    pod: podSpec(pod, `spec.leaderWorkerTemplate.${name}Template.spec.`),
  });
  if (!worker) return [];
  if (!leader) return [of("worker", worker, product(size, groups))];
  return [of("leader", leader, groups), of("worker", worker, product(size === null ? null : size - 1, groups))];
}

/** Workloads of one document: what makes pods. Services, claims and the like make none. */
export function workloadsOf(doc: unknown): Workload[] {
  if (!isDict(doc)) return [];
  if (Array.isArray(doc.items)) return doc.items.flatMap(workloadsOf);
  const kind = typeof doc.kind === "string" ? doc.kind : "";
  const name = dictAt(doc, "metadata")?.name;
  const named = typeof name === "string" ? name : null;
  if (kind === "LeaderWorkerSet") return leaderWorkers(kind, doc);
  const spec = dictAt(doc, "spec");
  if (kind === "Pod" && spec) return [{ kind, name: named, pods: 1, pod: podSpec(spec, "spec.") }];
  const inJob = kind === "CronJob" ? dictAt(spec, "jobTemplate", "spec") : spec;
  const pod = dictAt(inJob, "template", "spec");
  if (pod && inJob) {
    const at = kind === "CronJob" ? "spec.jobTemplate.spec.template.spec." : "spec.template.spec.";
    return [{ kind, name: named, pods: podsOf(kind === "CronJob" ? "Job" : kind, inJob), pod: podSpec(pod, at) }];
  }
  return roles(kind, doc);
}
