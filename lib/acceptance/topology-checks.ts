import { findAccelerator } from "@/lib/catalog/accelerators";
import type { Json } from "@/lib/digest/canonical";
import { againstThreshold, holds, onCurrent } from "./against-threshold";
import type { CheckInput } from "./checks";
import { type Criterion, failed, notEvidenced, passed } from "./criterion";
import { figuresOf } from "./device-facts";
import { type EvidenceItem, numberFact, numbersFact, textFact, textsFact } from "./selection";
import { JUDGED_MESSAGE_BYTES, thresholdFor, USUAL_MESSAGE_BYTES } from "./thresholds";
import { transportCriteria } from "./transport-checks";

const cardOf = ({ plan }: CheckInput): string | null => plan.offer?.acceleratorId ?? null;

/** Cards that are built to be linked: on a board or in a superchip, not in a slot where a bridge is an option. */
function isLinked(card: string | null): boolean {
  const found = card === null ? null : findAccelerator(card);
  return found !== null && /NVLink/.test(found.link.name) && /^(?:SXM|Grace superchip)$/.test(found.formFactor);
}

const perNode = (card: string | null): number | null =>
  card === null ? null : (findAccelerator(card)?.typicalGpusPerNode ?? null);

/** The matrix of `nvidia-smi topo -m`: every pair linked where the card is made for it, and network cards near. */
function matrixCriteria(input: CheckInput): Criterion[] {
  const card = cardOf(input);
  return onCurrent(input.selection, ["nvidia-smi-topo"], (e) => {
    const links = (e.facts.gpu_gpu_links ?? null) as Json;
    const pairs = typeof links === "object" && links !== null && !Array.isArray(links) ? Object.keys(links) : [];
    const given = {
      id: "gpu-links",
      seen: pairs,
      evidenceIds: [e.id],
      limitSource: card === null ? null : `catalogue:${card}`,
    };
    const linked = e.facts.all_nvlink === true;
    if (pairs.length === 0) return [notEvidenced(given, "not-readable")];
    const list: Criterion[] = [];
    if (linked) list.push(passed(given));
    else if (isLinked(card)) list.push(failed({ ...given, limit: "NVLink" }, "no-link-between-cards"));
    else {
      const split = (input.brief.memoryShape.tensorParallel ?? 1) > 1;
      const far = pairs.some((p) => p === "SYS" || p === "NODE");
      list.push(split && far ? notEvidenced(given, "slow-path-between-cards") : passed(given));
    }
    return [...list, ...networkCriteria(input, e)];
  });
}

/** Beyond one node every card needs a network card behind the same switch, or the traffic crosses the processors. */
function networkCriteria(input: CheckInput, e: EvidenceItem): Criterion[] {
  const most = perNode(cardOf(input));
  if (most === null || input.plan.count <= most) return [];
  const rows = Array.isArray(e.facts.gpu_nic_links) ? e.facts.gpu_nic_links : [];
  const near = rows.filter((r) => /"(?:PIX|PXB)"/.test(JSON.stringify(r))).length;
  const gpus = numberFact(e, "gpus");
  const given = { id: "nic-links", unit: "GPUs", seen: near, limit: gpus, evidenceIds: [e.id] };
  if (rows.length === 0 || gpus === null) return [notEvidenced(given, "not-readable")];
  return [near >= gpus ? passed(given) : notEvidenced(given, "network-card-far")];
}

interface LinksOfCard {
  readonly links: number;
  readonly inactive: number;
}

function linksOf(e: EvidenceItem): LinksOfCard[] {
  const list = Array.isArray(e.facts.links_per_gpu) ? e.facts.links_per_gpu : [];
  return list.flatMap((row) => {
    if (typeof row !== "object" || row === null || Array.isArray(row)) return [];
    const { links, inactive } = row as Readonly<Record<string, Json>>;
    return typeof links === "number" && typeof inactive === "number" ? [{ links, inactive }] : [];
  });
}

/** Links of each card: as many as the card has, none down, at the full rate, without errors. */
function nvlinkCriteria(input: CheckInput): Criterion[] {
  const card = cardOf(input);
  return onCurrent(input.selection, ["nvidia-smi-nvlink"], (e) => {
    const evidenceIds = [e.id];
    if (e.facts.not_supported === true) return [notEvidenced({ id: "nvlink-count", evidenceIds }, "not-readable")];
    const cards = linksOf(e);
    if (cards.length === 0) {
      // A card in a slot has none, and then the tool prints nothing; for one that is made with links that shows nothing.
      return isLinked(card) ? [notEvidenced({ id: "nvlink-count", evidenceIds }, "not-measured")] : [];
    }
    const count = thresholdFor("nvlink-count", card);
    const rate = thresholdFor("nvlink-rate", card);
    const errors = numbersFact(e, "link_errors");
    const speeds = textsFact(e, "speeds").map((s) =>
      Number.isFinite(Number(s)) && s.trim() !== "" ? Number(s) : null,
    );
    return [
      ...(count
        ? [
            againstThreshold(
              { id: "nvlink-count", evidenceIds },
              cards.map((c) => c.links),
              count,
            ),
          ]
        : []),
      againstThreshold(
        { id: "nvlink-inactive", evidenceIds },
        cards.map((c) => c.inactive),
        thresholdFor("nvlink-inactive", card),
      ),
      ...(rate ? [againstThreshold({ id: "nvlink-rate", evidenceIds }, speeds, rate)] : []),
      ...(errors.length > 0
        ? [againstThreshold({ id: "nvlink-errors", evidenceIds }, errors, thresholdFor("nvlink-errors", card))]
        : []),
    ];
  });
}

type Figures = Readonly<Record<string, Json>>;
const map = (v: Json | undefined): Figures =>
  typeof v === "object" && v !== null && !Array.isArray(v) ? (v as Figures) : {};

const COPIES = [
  { id: "host-to-device", kind: "host-to-device", test: "host_to_device_memcpy_ce" },
  { id: "device-to-host", kind: "device-to-host", test: "device_to_host_memcpy_ce" },
  { id: "peer-copy", kind: "peer-copy", test: "device_to_device_memcpy_read_ce" },
] as const;

/** nvbandwidth: the slowest card or pair of the copy tests that the published limits are for, in GB/s. */
function bandwidthCriteria(input: CheckInput): Criterion[] {
  const card = cardOf(input);
  return onCurrent(input.selection, ["nvbandwidth"], (e) => {
    const [least, units] = [map(e.facts.min), map(e.facts.units)];
    return COPIES.flatMap(({ id, kind, test }): Criterion[] => {
      if (!(test in least)) return [];
      const value = least[test];
      const seen = typeof value === "number" && units[test] === "GB/s" ? value : null;
      return [againstThreshold({ id, evidenceIds: [e.id] }, [seen], thresholdFor(kind, card))];
    });
  });
}

/** Mean of both places of the largest message: the summary's average is over all sizes and judges nothing. */
function busBandwidth(e: EvidenceItem): number | null {
  const pair = Array.isArray(e.facts.busbw_largest_oop_ip) ? e.facts.busbw_largest_oop_ip : [];
  const read = pair.filter((n): n is number => typeof n === "number" && n > 0);
  const printed = pair.filter((n) => n !== null);
  if (read.length === 0 || read.length < printed.length) return null;
  return read.reduce((a, b) => a + b, 0) / read.length;
}

/** Bus bandwidth of one run: only the collective, card and number of cards that a limit was published for is judged. */
function collective(input: CheckInput, e: EvidenceItem): Criterion {
  const evidenceIds = [e.id];
  const [ranks, nodes] = [numberFact(e, "ranks"), numberFact(e, "nodes") ?? 1];
  const bytes = numberFact(e, "largest_size");
  const op = textFact(e, "op");
  const oneNode = op === "all_reduce" && nodes === 1;
  const limit = oneNode ? thresholdFor("all-reduce", cardOf(input), ranks) : null;
  const seen = busBandwidth(e);
  const given = { id: "collective", unit: "GB/s", evidenceIds };
  if (limit === null) return notEvidenced({ ...given, seen }, "no-published-limit");
  const source = { ...given, seen, limit: limit.value, limitSource: `threshold:${limit.id}` };
  const smallest = thresholdFor("message", null)?.value ?? 0;
  if (seen !== null && (bytes === null || bytes < smallest)) return notEvidenced(source, "message-too-small");
  const judged = JUDGED_MESSAGE_BYTES[limit.id] ?? USUAL_MESSAGE_BYTES;
  if (seen !== null && bytes !== null && bytes < judged && !holds(limit, seen))
    return notEvidenced(source, "message-too-small");
  return againstThreshold(given, [seen], limit);
}

/** nccl-tests: values that were checked and right, bandwidth of the largest message, and all cards of the plan in it. */
function collectiveCriteria(input: CheckInput): Criterion[] {
  const runs = onCurrent(input.selection, ["nccl-tests"], (e) => {
    const wrong = numberFact(e, "wrong_total");
    const given = { id: "collective-values", evidenceIds: [e.id] };
    const result = textFact(e, "result");
    return [
      result === "fail" && (wrong ?? 0) === 0
        ? failed({ ...given, seen: "FAILED" }, "wrong-values")
        : wrong === null
          ? notEvidenced(given, "values-not-checked")
          : againstThreshold(given, [wrong], thresholdFor("wrong-values", null)),
      collective(input, e),
    ];
  });
  if (runs.length === 0) return [];
  const ranks = input.selection.counted
    .filter((e) => e.format === "nccl-tests")
    .flatMap((e) => numbersFact(e, "ranks"));
  if (ranks.length === 0) return runs;
  const most = Math.max(...ranks);
  const all = { id: "collective-cards", unit: "GPUs", seen: most, limit: input.plan.count, limitSource: "plan:count" };
  return [...runs, most >= input.plan.count ? passed(all) : notEvidenced(all, "not-all-cards")];
}

/** What tools show of the links between cards; `tested` when a collective ran, so that no person's word is needed. */
export function topologyCriteria(input: CheckInput): { readonly criteria: Criterion[]; readonly tested: boolean } {
  const run = collectiveCriteria(input);
  const ways = transportCriteria(input, isLinked(cardOf(input)));
  const criteria = [...matrixCriteria(input), ...nvlinkCriteria(input), ...bandwidthCriteria(input), ...ways, ...run];
  return { criteria, tested: run.length > 0 };
}

/** Cards that a cluster offers; a manifest is a request and adds only what speaks against it. */
export function schedulerCriteria({ plan, brief, selection }: CheckInput): Criterion[] {
  const nodes = onCurrent(selection, ["k8s-nodes"], (e) => {
    const [free, has] = [numberFact(e, "gpu_allocatable"), numberFact(e, "capacity")];
    const given = {
      id: "allocatable",
      unit: "GPUs",
      seen: free,
      limit: plan.count,
      limitSource: "plan:count",
      evidenceIds: [e.id],
    };
    if (e.facts.fake === true) return [notEvidenced(given, "simulated-cards")];
    if (e.facts.ready === false) return [failed({ ...given, seen: false }, "node-not-ready")];
    if (brief.memoryShape.migProfile !== null) return [];
    const sick = free !== null && has !== null && free < has;
    if (sick) return [failed({ ...given, limit: has }, "card-unhealthy", { seen: free, limit: has })];
    if (free === null) return [notEvidenced(given, "not-readable")];
    if (e.facts.mig === true || (numberFact(e, "replicas") ?? 1) > 1) return [notEvidenced(given, "shared-card")];
    return [free >= plan.count ? passed(given) : failed(given, "below-limit", { seen: free, limit: plan.count })];
  });
  const requests = onCurrent(selection, ["k8s-manifests"], (e) => {
    const refused = textFact(e, "api_error");
    if (refused !== null) return [failed({ id: "manifest", seen: refused, evidenceIds: [e.id] }, "request-refused")];
    const asked = figuresOf(e, null, "gpus_total")?.[0] ?? null;
    const given = {
      id: "manifest",
      unit: "GPUs",
      seen: asked,
      limit: plan.count,
      limitSource: "plan:count",
      evidenceIds: [e.id],
    };
    return asked !== null && asked > plan.count
      ? [failed(given, "above-limit", { seen: asked, limit: plan.count })]
      : [];
  });
  return [...nodes, ...requests];
}
