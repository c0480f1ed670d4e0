import { onCurrent } from "./against-threshold";
import type { CheckInput } from "./checks";
import { type Criterion, failed, notEvidenced, passed } from "./criterion";
import { type EvidenceItem, numberFact, textsFact } from "./selection";

/** Ways that channels go, each with its number of channels; null where the log prints none. */
function waysOf(e: EvidenceItem): Readonly<Record<string, number>> | null {
  const ways = e.facts.transports;
  if (typeof ways !== "object" || ways === null || Array.isArray(ways)) return null;
  const rows = Object.entries(ways);
  return rows.length > 0 && rows.every(([, n]) => typeof n === "number") ? (ways as Record<string, number>) : null;
}

/** Between cards of one node: direct where the cards are made for it; through host memory is the slow path. */
function withinNode(e: EvidenceItem, ways: readonly string[], linked: boolean, split: boolean): Criterion[] {
  const own = ways.filter((w) => !w.startsWith("NET"));
  // One card in each node has no neighbour to talk to; a single node that goes over the network is judged below.
  if (own.length === 0) return [];
  const given = { id: "nccl-within-node", seen: own, evidenceIds: [e.id] };
  const slow = own.some((w) => w.startsWith("SHM"));
  if (!slow) return [passed(given)];
  if (linked) return [failed({ ...given, limit: "P2P" }, "slow-path-between-cards")];
  return [split ? notEvidenced(given, "slow-path-between-cards") : passed(given)];
}

/** Between nodes: over a fabric where the brief asks for one, and then without a stop in host memory. */
function betweenNodes(e: EvidenceItem, ways: readonly string[], hosts: number, fabric: string | null): Criterion[] {
  const net = ways.filter((w) => w.startsWith("NET"));
  if (hosts < 2) {
    const given = { id: "nccl-within-node", seen: net, limit: "P2P", evidenceIds: [e.id] };
    return net.length > 0 ? [notEvidenced(given, "slow-path-between-cards")] : [];
  }
  const given = {
    id: "nccl-between-nodes",
    seen: net,
    limit: fabric,
    limitSource: "brief:controlBoundary.fabric",
    evidenceIds: [e.id],
  };
  if (net.length === 0) return [notEvidenced(given, "not-measured")];
  const asked = fabric === "between-nodes";
  if (net.some((w) => w.startsWith("NET/Socket")) || textsFact(e, "networks").includes("Socket"))
    return [asked ? failed(given, "plain-sockets") : notEvidenced(given, "plain-sockets")];
  if (e.facts.gpu_direct_rdma !== true)
    return [asked ? failed(given, "no-gpu-direct") : notEvidenced(given, "no-gpu-direct")];
  return [passed(given)];
}

/** What `NCCL_DEBUG=INFO` shows of the way between cards: it measures no bandwidth, it names the path. */
export function transportCriteria({ plan, brief, selection }: CheckInput, linked: boolean): Criterion[] {
  return onCurrent(selection, ["nccl-debug"], (e) => {
    const [ranks, ready] = [numberFact(e, "nranks"), numberFact(e, "ranks_ready")];
    const all = {
      id: "nccl-ranks",
      unit: "GPUs",
      seen: ready,
      limit: plan.count,
      limitSource: "plan:count",
      evidenceIds: [e.id],
    };
    const whole = ranks !== null && ready !== null && ready === ranks && ready >= plan.count;
    const counted = whole ? passed(all) : notEvidenced(all, ready === null ? "not-measured" : "not-all-cards");
    const ways = waysOf(e);
    if (ways === null) {
      const none = { id: "nccl-within-node", evidenceIds: [e.id] };
      return [counted, notEvidenced(none, e.facts.transports === undefined ? "not-measured" : "not-readable")];
    }
    const names = Object.keys(ways);
    const split = (brief.memoryShape.tensorParallel ?? 1) > 1;
    return [
      counted,
      ...withinNode(e, names, linked, split),
      ...betweenNodes(e, names, textsFact(e, "hosts").length, brief.controlBoundary.fabric),
    ];
  });
}
