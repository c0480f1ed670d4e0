import type { Json } from "@/lib/digest/canonical";
import type { CleanedText, CleanLine } from "../clean";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { unreadLine } from "../unread";
import { readYaml, type YamlRead } from "../yaml-documents";
import { isDict, type Workload, workloadsOf } from "./pods";
import { firstRefusal, gpusPerPod, isPinned, migPerPod, type Refusal, tensorParallel } from "./requests";

const HEREDOC = /^\s*(?:[$#]\s*)?(?:kubectl|cat|oc|tee)\b.*<<-?\s*['"]?(\w+)['"]?.*$/;
const PROMPT_LINE = /^(?:[\w.-]+@[\w.-]+[^$#]{0,80}[$#]|\$)\s+\S/;
const ANSWER =
  /^(?:[\w.-]+\/[\w.-]+ (?:created|configured|unchanged)$|[^\n]{0,300}\bis invalid: |Error from server|error: )/;

interface Manifest {
  readonly yaml: YamlRead;
  readonly documents: readonly unknown[];
  readonly workloads: readonly Workload[];
  readonly refusal: Refusal | null;
  readonly unread: readonly CleanLine[];
}

/** Takes the shell around documents away: heredocs begin and end one. */
function documentText(lines: readonly CleanLine[]): { text: string; unread: CleanLine[] } {
  const out: string[] = [];
  const unread: CleanLine[] = [];
  let end: string | null = null;
  for (const line of lines) {
    const heredoc = HEREDOC.exec(line.text.slice(0, 500));
    if (heredoc) {
      end = heredoc[1] ?? null;
      out.push("---");
    } else if (end !== null && line.text.trim() === end) {
      end = null;
      out.push("---");
    } else if (PROMPT_LINE.test(line.text)) out.push("---");
    else if (ANSWER.test(line.text) && !/^\s/.test(line.text)) unread.push(line);
    else out.push(line.text);
  }
  return { text: out.join("\n"), unread };
}

function manifestOf(cleaned: CleanedText): Manifest {
  const { text, unread } = documentText(cleaned.lines);
  const yaml = readYaml(text);
  const documents = yaml.values.flatMap((v) =>
    isDict(v) && v.kind === "List" && Array.isArray(v.items) ? v.items : [v],
  );
  const workloads = documents.flatMap(workloadsOf);
  const refusal = workloads.map((w) => firstRefusal(w.pod)).find((r) => r !== null) ?? null;
  return { yaml, documents, workloads, refusal, unread };
}

const total = (workloads: readonly Workload[], per: (w: Workload) => number): number | null =>
  workloads.reduce<number | null>((sum, w) => {
    const each = per(w);
    if (each === 0) return sum;
    return sum === null || w.pods === null ? null : sum + each * w.pods;
  }, 0);

function images(workloads: readonly Workload[], of: (image: string | null) => Json): Record<string, Json> {
  const all = workloads.flatMap((w) => [...w.pod.main, ...w.pod.init]);
  return Object.fromEntries(all.map((c) => [c.name, of(c.image)]));
}

type Result = "ok" | "warn" | "rejected" | "invalid";

function resultOf(m: Manifest): Result {
  if (m.yaml.fault !== null || m.refusal?.invalid) return "invalid";
  if (m.refusal?.apiError) return "rejected";
  const wide = m.workloads.some((w) => (tensorParallel(w.pod) ?? 0) > devicesOf(w));
  const unpinned = m.workloads.some((w) => w.pod.main.some((c) => !isPinned(c.image)));
  return wide || unpinned ? "warn" : "ok";
}

/** Devices that a pod can be given: whole cards, slices and claims. */
const devicesOf = (w: Workload): number =>
  gpusPerPod(w.pod) + Object.values(migPerPod(w.pod) ?? {}).reduce((a, b) => a + b, 0) + w.pod.claims;

function firstOf<T>(workloads: readonly Workload[], of: (w: Workload) => T | null): T | null {
  for (const w of workloads) {
    const found = of(w);
    if (found !== null) return found;
  }
  return null;
}

function factsOf(m: Manifest): Facts {
  const { workloads, documents } = m;
  const readable = m.yaml.fault === null && m.refusal === null;
  const [first] = workloads;
  const known = documents.find((d) => isDict(d) && typeof d.kind === "string");
  const gpus = readable ? total(workloads, (w) => gpusPerPod(w.pod)) : null;
  return {
    kind: first?.kind ?? (isDict(known) ? String(known.kind) : null),
    documents: documents.length,
    workloads: workloads.map((w) => ({ kind: w.kind, name: w.name, pods: w.pods, gpus_per_pod: gpusPerPod(w.pod) })),
    replicas: first?.pods ?? null,
    gpus: readable && workloads.length > 0 ? Math.max(...workloads.map((w) => gpusPerPod(w.pod))) : null,
    gpus_per_pod: readable && workloads.length > 0 ? Math.max(...workloads.map((w) => gpusPerPod(w.pod))) : null,
    gpus_total: workloads.length > 0 ? gpus : null,
    gpus_by_extended_resource: workloads.length > 0 ? gpus : null,
    mig: firstOf(workloads, (w) => migPerPod(w.pod)),
    dra_claims: workloads.reduce((n, w) => n + w.pod.claims, 0),
    images: images(workloads, (image) => image),
    images_pinned: images(workloads, isPinned),
    tensor_parallel: firstOf(workloads, (w) => tensorParallel(w.pod)),
    api_error: m.refusal?.apiError ?? null,
    result: resultOf(m),
    well_formed: m.yaml.fault === null,
    error: m.yaml.fault ?? m.refusal?.invalid ?? null,
  };
}

function warningsOf(m: Manifest, openEnd: boolean): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (m.yaml.fault) add("NOT_WELL_FORMED", m.yaml.fault);
  if (m.refusal?.invalid) add("INVALID", m.refusal.invalid);
  if (m.refusal?.apiError) add("REFUSED", m.refusal.apiError);
  if (openEnd) add("MAYBE_CUT", "the last line has no line end: YAML does not show where it ends");
  for (const w of m.workloads) {
    const width = tensorParallel(w.pod);
    if (width !== null && width > devicesOf(w))
      add("TOO_WIDE", `tensor parallel ${width}, ${devicesOf(w)} devices per pod`);
    for (const c of w.pod.main)
      if (!isPinned(c.image)) add("NOT_PINNED", `the image of ${c.name} is not pinned by a digest`);
  }
  add("REQUEST_ONLY", "a manifest asks for resources: it does not show that they are there");
  return list;
}

/** Every container has a name and an image, each name once: what the API server asks of them. */
function containersHold({ workloads, documents }: Manifest): boolean {
  // A document that is a mere text is what a lost line leaves.
  if (!documents.every(isDict) || workloads.some((w) => w.pod.claimsRepeat)) return false;
  return workloads.every(({ pod }) => {
    const all = [...pod.init, ...pod.main];
    return (
      pod.main.length > 0 &&
      all.every((c) => c.name !== "" && c.image !== null) &&
      new Set(all.map((c) => c.name)).size === all.length
    );
  });
}

function read(text: string, cleaned: CleanedText): Reading {
  const m = manifestOf(cleaned);
  const openEnd = cleaned.openEnd && !text.trimEnd().endsWith("}");
  const result = resultOf(m);
  const sound = (result === "ok" || result === "warn") && m.workloads.length > 0 && containersHold(m);
  return {
    tool: "kubernetes manifest",
    toolVersion: null,
    facts: factsOf(m),
    unread: m.unread.map(unreadLine),
    warnings: warningsOf(m, openEnd),
    complete: sound && !openEnd && m.unread.length === 0,
  };
}

const KINDS =
  /^[ \t]*"?kind"?:[ \t]*"?(?:Pod|Deployment|StatefulSet|DaemonSet|Job|CronJob|ReplicaSet|LeaderWorkerSet|JobSet|PyTorchJob|MPIJob|RayCluster|RayJob|RayService|InferenceService|ResourceClaim(?:Template)?|Service|PersistentVolumeClaim|ConfigMap)"?[ \t]*,?[ \t]*$/m;

function recognise(text: string): number {
  if (!/^[ \t]*"?apiVersion"?:/m.test(text) || /^[ \t]*"?kind"?:[ \t]*"?Node"?,?[ \t]*$/m.test(text)) return 0;
  if (!KINDS.test(text)) return 0;
  return /^[ \t]*(?:-[ \t]+)?"?(?:containers|template|spec)"?:/m.test(text) ? 0.9 : 0.6;
}

/** Kubernetes manifests: what is asked for. That it is there is shown by the nodes, not by this. */
export const reader: EvidenceReader = { format: "k8s-manifests", recognise, read };
