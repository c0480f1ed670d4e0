import type { Json } from "@/lib/digest/canonical";
import type { CleanedText, CleanLine } from "../clean";
import { scanJson } from "../json-values";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, TROUBLE, unreadLine } from "../unread";
import { readYaml } from "../yaml-documents";
import {
  cudaOf,
  driverOf,
  gpuAllocatable,
  gpuCapacity,
  isGpuNode,
  isVgpu,
  labelledCount,
  labels,
  migResources,
  otherResources,
  physicalGpus,
  sharingOf,
  singleProfile,
} from "./gpus";
import { isListing, type Listing, readListing } from "./listing";
import { describedNodes, isDescribedWhole, type KubeNode, nodesIn } from "./nodes";

interface Found {
  readonly nodes: readonly KubeNode[];
  readonly wellFormed: boolean;
  readonly unread: readonly CleanLine[];
}

/** One value where all agree, a list where they do not, null where none says. */
function one<T extends Json>(values: readonly (T | null)[]): Json {
  const known = [...new Set(values.filter((v) => v !== null))];
  return known.length === 0 ? null : known.length === 1 ? (known[0] ?? null) : known;
}

/** `false` without MIG, `true` where the cards are slices of one profile, the count of each profile where they are mixed. */
function migOf(gpus: readonly KubeNode[]): Json {
  const mixed = migResources(gpus);
  if (Object.keys(mixed).length > 0) return mixed;
  return gpus.length === 0 ? null : gpus.some((n) => singleProfile(n) !== null);
}

function sum(values: readonly (number | null)[]): number | null {
  const known = values.flatMap((v) => v ?? []);
  return known.length === 0 || known.length < values.length ? null : known.reduce((a, b) => a + b, 0);
}

function factsOf({ nodes, wellFormed }: Found): Facts {
  const form = { well_formed: wellFormed, truncated: !wellFormed };
  if (!wellFormed) return { nodes: null, gpu_nodes: null, gpu_allocatable: null, ...form };
  const gpus = nodes.filter(isGpuNode);
  const memory = labels(gpus, "gpu.memory").map(Number);
  return {
    nodes: nodes.length,
    gpu_nodes: gpus.length,
    gpu_total: gpuAllocatable(nodes),
    gpu_allocatable: gpuAllocatable(nodes),
    allocatable: gpuAllocatable(nodes),
    capacity: gpuCapacity(nodes),
    label_count: labelledCount(nodes),
    physical_gpus: sum(gpus.map(physicalGpus)),
    product: one(labels(gpus, "gpu.product")),
    memory_mib: one(memory),
    driver: one(gpus.map(driverOf)),
    cuda: one(gpus.map(cudaOf)),
    mig: migOf(gpus),
    mig_profile: one(gpus.map(singleProfile)),
    mig_strategy: one(labels(gpus, "mig.strategy")),
    mig_config_state: one(labels(gpus, "mig.config.state")),
    sharing: one(gpus.map(sharingOf)),
    replicas: one(labels(gpus, "gpu.replicas").map(Number)),
    vgpu: gpus.length === 0 ? null : gpus.some(isVgpu),
    other_resources: otherResources(nodes),
    unschedulable: nodes.some((n) => n.unschedulable),
    ready: nodes.every((n) => n.ready !== null) ? nodes.every((n) => n.ready) : null,
    fake: nodes.some((n) => n.fake),
    names: nodes.map((n) => n.name),
    ...form,
  };
}

function listingFacts({ rows }: Listing): Facts {
  const counts = rows.flatMap((r) => r.gpus ?? []);
  return {
    nodes: rows.length,
    gpu_nodes: counts.filter((c) => c > 0).length,
    gpu_total: counts.length === 0 ? null : counts.reduce((a, b) => a + b, 0),
    names: rows.map((r) => r.name),
  };
}

function fromJson(text: string, cleaned: CleanedText): Found {
  const scan = scanJson(text);
  const nodes = scan.payloads.flatMap((p) => nodesIn(p.value));
  const wellFormed = !scan.truncated && nodes.length > 0 && scan.payloads.every((p) => p.value !== null);
  const unread = scan.outside.map((o) => ({ number: cleaned.lines[o.lineIndex]?.number ?? 0, text: o.text }));
  return { nodes, wellFormed, unread };
}

function warningsOf(found: Found): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  const [capacity, allocatable] = [gpuCapacity(found.nodes), gpuAllocatable(found.nodes)];
  if (!found.wellFormed) add("TRUNCATED", "the output ends before its last value does: nothing in it is judged");
  if (capacity !== null && allocatable !== null && capacity > allocatable)
    add(
      "UNHEALTHY_GPU",
      `${capacity - allocatable} of ${capacity} cards cannot be allocated: the device plugin holds them for unhealthy`,
    );
  if (found.nodes.some((n) => n.unschedulable)) add("CORDONED", "a node takes no new pods");
  if (found.nodes.some((n) => n.fake)) add("SIMULATED", "a node is simulated: no machine stands behind it");
  if (repeats(found.nodes)) add("INCONSISTENT", "a node stands twice");
  return list;
}

const repeats = (nodes: readonly { readonly name: string }[]): boolean =>
  new Set(nodes.map((n) => n.name)).size < nodes.length;

function readNodes(found: Found, whole: boolean): Reading {
  const unread = found.unread.filter((l) => l.text.trim() !== "" && !isPrompt(l.text));
  const sound = found.wellFormed && found.nodes.length > 0 && !repeats(found.nodes) && !found.nodes.some((n) => n.fake);
  return {
    tool: "kubectl",
    toolVersion: null,
    facts: factsOf(found),
    unread: unread.map(unreadLine),
    warnings: warningsOf(found),
    complete: sound && whole && !unread.some((l) => TROUBLE.test(l.text)),
  };
}

function readTable(cleaned: CleanedText): Reading {
  const listing = readListing(cleaned.lines);
  const unread = listing.unread.filter((l) => !isPrompt(l.text));
  const warnings = repeats(listing.rows) ? [{ code: "INCONSISTENT", message: "a node stands twice" }] : [];
  const whole = listing.meant && listing.rows.length > 0 && unread.length === 0 && !cleaned.openEnd;
  return {
    tool: "kubectl",
    toolVersion: null,
    facts: listingFacts(listing),
    unread: unread.map(unreadLine),
    warnings,
    complete: whole && warnings.length === 0,
  };
}

function read(text: string, cleaned: CleanedText): Reading {
  if (/"kind"\s*:/.test(text)) return readNodes(fromJson(text, cleaned), true);
  if (/^kind: (?:Node|List|NodeList)\s*$/m.test(text)) {
    const yaml = readYaml(text);
    return readNodes(
      { nodes: yaml.values.flatMap(nodesIn), wellFormed: yaml.fault === null, unread: [] },
      !cleaned.openEnd,
    );
  }
  if (isListing(cleaned.lines)) return readTable(cleaned);
  const nodes = describedNodes(cleaned.lines);
  return readNodes({ nodes, wellFormed: nodes.length > 0 && isDescribedWhole(nodes), unread: [] }, !cleaned.openEnd);
}

function recognise(text: string): number {
  if (/"kind"\s*:\s*"Node"/.test(text) && /"(?:capacity|allocatable|metadata)"\s*:/.test(text)) return 0.95;
  if (/^[ \t]*(?:- )?kind: Node[ \t]*$/m.test(text)) return 0.95;
  if (/^Allocatable:[ \t]*$/m.test(text) && /^Capacity:[ \t]*$/m.test(text)) return 0.92;
  const head = text.slice(0, 20_000);
  if (/^.{0,40}\bkubectl\s[^\n]{0,200}\bget\s+nodes?\b/m.test(head) || /^NAME\s+[^\n]{0,200}\bGPUS?\b/im.test(head))
    return 0.8;
  return 0;
}

/** Nodes of a Kubernetes cluster: what can be allocated, and what their labels say of the cards. */
export const reader: EvidenceReader = { format: "k8s-nodes", recognise, read };
