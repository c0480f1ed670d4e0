import type { BriefContent } from "@/lib/brief/schema";
import { onCurrent } from "./against-threshold";
import type { CheckInput } from "./checks";
import { type Criterion, compare, notEvidenced } from "./criterion";
import { type EvidenceItem, numberFact, textFact } from "./selection";

const MIB = 1024 * 1024;
const MONTH_SECONDS = 730 * 3_600;

/** A rate that the brief asks for in one way or another: the fastest of them is the limit. */
interface Need {
  /** MiB/s for storage, Gbit/s for the network. */
  readonly rate: number;
  readonly source: string;
}

function need(bytes: number | null, seconds: number | null, perUnit: number, source: string): Need[] {
  return bytes === null || bytes === 0 || seconds === null || seconds <= 0
    ? []
    : [{ rate: bytes / seconds / perUnit, source }];
}

const minutes = (m: number | null): number | null => (m === null ? null : m * 60);
const hours = (h: number | null): number | null => (h === null ? null : h * 3_600);

/** A checkpoint has to be written before the next one is due. */
function writeNeeds({ dataBoundary, capacityVanishes }: BriefContent): Need[] {
  const source = "brief:dataBoundary.checkpointBytes × capacityVanishes.checkpointIntervalMinutes";
  return need(dataBoundary.checkpointBytes, minutes(capacityVanishes.checkpointIntervalMinutes), MIB, source);
}

/** It has to be read back in the time to resume; weights in the time to start; the data once in the time to complete. */
function readNeeds({ dataBoundary, capacityVanishes, memoryShape, target }: BriefContent): Need[] {
  return [
    ...need(
      dataBoundary.checkpointBytes,
      minutes(capacityVanishes.resumeWithinMinutes),
      MIB,
      "brief:dataBoundary.checkpointBytes × capacityVanishes.resumeWithinMinutes",
    ),
    ...need(
      memoryShape.weightBytes,
      target.startupWithinSeconds,
      MIB,
      "brief:memoryShape.weightBytes × target.startupWithinSeconds",
    ),
    ...need(
      dataBoundary.datasetBytes,
      hours(target.completeWithinHours),
      MIB,
      "brief:dataBoundary.datasetBytes × target.completeWithinHours",
    ),
  ];
}

/** Seconds of a month in which the work runs; all of them where the brief does not say. */
function activeSeconds({ scale }: BriefContent): number {
  return MONTH_SECONDS * ((scale.activeHoursPerDay ?? 24) / 24) * ((scale.activeDaysPerWeek ?? 7) / 7);
}

const GBIT = 1e9 / 8;

const arriving = (brief: BriefContent): Need[] =>
  need(brief.dataBoundary.ingressBytesPerMonth, activeSeconds(brief), GBIT, "brief:dataBoundary.ingressBytesPerMonth");
const leaving = (brief: BriefContent): Need[] =>
  need(brief.dataBoundary.egressBytesPerMonth, activeSeconds(brief), GBIT, "brief:dataBoundary.egressBytesPerMonth");

const fastest = (needs: readonly Need[]): Need | null =>
  needs.reduce<Need | null>((a, b) => (a && a.rate >= b.rate ? a : b), null);

const rounded = (n: number): number => Math.ceil(n * 1_000) / 1_000;

/** One figure against the fastest rate that is needed; nothing where the brief asks for none. */
function rateCriterion(id: string, unit: string, e: EvidenceItem, seen: number | null, needs: readonly Need[]) {
  const most = fastest(needs);
  if (most === null) return null;
  const given = { id, unit, limitSource: most.source, evidenceIds: [e.id] };
  return compare(given, seen, "at-least", rounded(most.rate));
}

/** fio against the checkpoint, the weights and the data of the brief. What the page cache may have answered can only fail. */
function fioCriteria(brief: BriefContent, e: EvidenceItem): Criterion[] {
  const used = (side: "read" | "write") => numberFact(e, `${side}_ios`) !== 0;
  const rows = [
    used("write") ? rateCriterion("storage-write", "MiB/s", e, numberFact(e, "write_mib_s"), writeNeeds(brief)) : null,
    used("read") ? rateCriterion("storage-read", "MiB/s", e, numberFact(e, "read_mib_s"), readNeeds(brief)) : null,
  ];
  const cached = e.facts.direct !== true;
  return rows.flatMap((c) =>
    c === null ? [] : c.state === "passed" && cached ? [notEvidenced(c, "page-cache")] : [c],
  );
}

/** iperf3 against the traffic of the brief, spread evenly over the hours in which the work runs: peaks need more. */
function iperfCriteria(brief: BriefContent, e: EvidenceItem): Criterion[] {
  const lost = numberFact(e, "lost_pct");
  const udp = textFact(e, "protocol") === "UDP";
  // With --reverse the far end sends: what this machine received is what arrives at it.
  const arrives = e.facts.reverse === true;
  const seen = numberFact(e, "received_gbit_s");
  const needs = e.facts.reverse === null ? [] : arrives ? arriving(brief) : leaving(brief);
  const c = rateCriterion(arrives ? "network-in" : "network-out", "Gbit/s", e, seen, needs);
  if (c === null) return [];
  if (c.state === "passed" && udp && (lost === null || lost > 0)) return [notEvidenced(c, "ask-about-it")];
  return [c];
}

/** Storage and network of the node by the tools that were sent, against rates that follow from the brief. */
export function storageCriteria({ brief, selection }: CheckInput): Criterion[] {
  return [
    ...onCurrent(selection, ["fio-json"], (e) => fioCriteria(brief, e)),
    ...onCurrent(selection, ["iperf3-json"], (e) => iperfCriteria(brief, e)),
  ];
}

export const STORAGE_FORMATS = ["fio-json", "iperf3-json"] as const;
