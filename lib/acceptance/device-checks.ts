import { findAccelerator } from "@/lib/catalog/accelerators";
import type { CheckInput } from "./checks";
import { type Criterion, failed, notEvidenced, passed } from "./criterion";
import {
  compareVersions,
  countOf,
  cudaOf,
  DEVICE_FORMATS,
  driversOf,
  isMaskedUuid,
  memoryMib,
  namesOf,
  uuidsOf,
} from "./device-facts";
import { acceleratorOfName } from "./device-name";
import type { EvidenceItem, Selection } from "./selection";

/** The exporter says nothing of a card that it does not list: it counts none. */
const COUNTING: readonly string[] = DEVICE_FORMATS.filter((f) => f !== "dcgm-exporter-metrics");

const ofFormats = (items: readonly EvidenceItem[], formats: readonly string[]): EvidenceItem[] =>
  items.filter((e) => formats.includes(e.format ?? ""));

const idsOf = (items: readonly EvidenceItem[]): string[] => items.map((e) => e.id);

/** Listings of cards that count. */
export const listings = (selection: Selection): EvidenceItem[] => ofFormats(selection.counted, COUNTING);

/**
 * Cards by each kind of listing: distinct identities where the tool prints them, else the largest listing of the kind.
 * Several machines may each send one listing; two kinds that disagree contradict each other.
 */
export function countsByFormat(lists: readonly EvidenceItem[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const format of new Set(lists.map((e) => e.format ?? ""))) {
    const own = lists.filter((e) => e.format === format);
    const uuids = own.flatMap(uuidsOf);
    const told = Math.max(...own.map((e) => countOf(e) ?? 0));
    const apart = uuids.length > 0 && !uuids.some(isMaskedUuid);
    const n = apart ? Math.max(new Set(uuids).size, told) : told;
    if (n > 0) counts.set(format, n);
  }
  return counts;
}

/** Total memory of every listed card against the catalogue's figure for the card of the plan. */
function memoryCriteria({ brief, plan, selection }: CheckInput): Criterion[] {
  const card = plan.offer?.acceleratorId ?? null;
  if (brief.memoryShape.migProfile !== null) return [];
  const told = ofFormats(selection.counted, [...DEVICE_FORMATS, "k8s-nodes"]).flatMap((e) => {
    const figures = memoryMib(e);
    return figures === null ? [] : [{ e, figures }];
  });
  if (told.length === 0) return [];
  const limit = card === null ? null : (findAccelerator(card)?.memory.reportedMib ?? null);
  const seen = [...new Set(told.flatMap((t) => t.figures))];
  const known = seen.filter((n): n is number => n !== null);
  const given = {
    id: "card-memory",
    unit: "MiB",
    seen: known.length === 1 ? (known[0] ?? null) : known,
    limit,
    limitSource: card === null ? null : `catalogue:${card}`,
    evidenceIds: idsOf(told.map((t) => t.e)),
  };
  if (limit === null) return [notEvidenced(given, "no-published-limit")];
  if (known.length < seen.length) return [notEvidenced(given, "not-readable")];
  const right = told.filter((t) => t.figures.every((n) => n === limit)).length;
  if (right === told.length) return [passed(given)];
  if (right > 0) return [notEvidenced(given, "contradictory")];
  return [failed(given, "not-equal", { seen: known.join(", "), limit })];
}

/** A version that the brief asks for: that one or a newer one; several at once contradict each other. */
function versionCriteria(
  id: string,
  wanted: string | null,
  field: string,
  told: readonly { readonly e: EvidenceItem; readonly versions: readonly string[] }[],
): Criterion[] {
  const some = told.filter((t) => t.versions.length > 0);
  if (some.length === 0) return [];
  const seen = [...new Set(some.flatMap((t) => t.versions))];
  const given = {
    id,
    seen: seen.length === 1 ? (seen[0] ?? null) : seen,
    limit: wanted,
    limitSource: wanted === null ? null : `brief:runtime.${field}`,
    evidenceIds: idsOf(some.map((t) => t.e)),
  };
  const odd = some.find((t) => new Set(t.versions).size > 1);
  if (odd) return [failed({ ...given, evidenceIds: [odd.e.id] }, "versions-differ")];
  if (seen.length > 1) return [notEvidenced(given, "contradictory")];
  if (wanted === null) return [passed(given)];
  const order = compareVersions(seen[0] ?? "", wanted);
  if (order === null) return [notEvidenced(given, "not-readable")];
  return [order >= 0 ? passed(given) : failed(given, "too-old", { seen: seen[0] ?? "", limit: wanted })];
}

/** Names by every tool that prints them; the list of `nvidia-smi -L` is judged on its own. */
function otherNames({ plan, selection }: CheckInput): Criterion[] {
  const wanted = plan.offer?.acceleratorId ?? null;
  const formats = [...DEVICE_FORMATS.filter((f) => f !== "nvidia-smi-L"), "nccl-tests", "nvbandwidth"];
  return ofFormats(selection.counted, formats).flatMap((e) => {
    const cards = namesOf(e).map(acceleratorOfName);
    const other = wanted !== null && cards.some((c) => c !== null && c !== wanted);
    const given = { id: "device-name", seen: namesOf(e), limit: wanted, limitSource: "plan:offer.acceleratorId" };
    return other ? [failed({ ...given, evidenceIds: [e.id] }, "other-card")] : [];
  });
}

/** What any tool says in words: a device that is lost, or a driver that does not answer. */
function deviceErrors({ selection }: CheckInput): Criterion[] {
  return ofFormats(selection.current, DEVICE_FORMATS).flatMap((e) => {
    const bad = [
      ...(Array.isArray(e.facts.bad_gpus) ? e.facts.bad_gpus : []),
      ...(Array.isArray(e.facts.bad) ? e.facts.bad : []),
    ];
    const given = { id: "device-error", evidenceIds: [e.id] };
    if (typeof e.facts.error === "string") return [failed({ ...given, seen: e.facts.error }, "device-error")];
    return bad.length > 0 ? [failed({ ...given, seen: bad }, "device-error")] : [];
  });
}

const plainUuid = (uuid: string): string => uuid.toLowerCase().replace(/^gpu-/, "");

/**
 * Cards by their identities over everything that names them: more than planned means that some output is of another
 * machine, and then none of them shows this one.
 */
export function sameCards({ plan, selection }: Pick<CheckInput, "plan" | "selection">): Criterion[] {
  const told = selection.counted.filter((e) => uuidsOf(e).some((u) => !isMaskedUuid(u)));
  const seen = new Set(
    told.flatMap((e) =>
      uuidsOf(e)
        .filter((u) => /^GPU-/i.test(u) && !isMaskedUuid(u))
        .map(plainUuid),
    ),
  ).size;
  if (seen <= plan.count) return [];
  const given = { id: "same-cards", unit: "GPUs", seen, limit: plan.count, limitSource: "plan:count" };
  return [notEvidenced({ ...given, evidenceIds: idsOf(told) }, "other-machine", { seen, limit: plan.count })];
}

/** A framework that sees no card shows that driver and image do not work together. */
function frameworkCriteria({ selection }: CheckInput): Criterion[] {
  return ofFormats(selection.current, ["collect-env"])
    .filter((e) => e.facts.cuda_available === false)
    .map((e) => failed({ id: "compatible-stack", seen: false, evidenceIds: [e.id] }, "no-card-for-framework"));
}

/**
 * Memory, driver and CUDA of the cards by whatever tool printed them. A tool that was not sent adds no line here: that
 * the stack works together is shown by the server that became ready, and the cards by their list.
 */
export function identityCriteria(input: CheckInput): Criterion[] {
  const { driverVersion, cudaVersion } = input.brief.runtime;
  const told = ofFormats(input.selection.counted, [...DEVICE_FORMATS, "k8s-nodes", "dcgmi-diag-table", "nvbandwidth"]);
  const drivers = told.map((e) => ({ e, versions: driversOf(e) }));
  const cuda = told.map((e) => ({ e, versions: [cudaOf(e) ?? ""].filter((v) => v !== "") }));
  return [
    ...deviceErrors(input),
    ...otherNames(input),
    ...memoryCriteria(input),
    ...versionCriteria("driver", driverVersion, "driverVersion", drivers),
    ...versionCriteria("cuda", cudaVersion, "cudaVersion", cuda),
    ...frameworkCriteria(input),
  ];
}
