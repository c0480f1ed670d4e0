import { BANDWIDTH, HEALTH, type Threshold, type ThresholdKind, type ThresholdSource } from "./threshold-rows";
import { TRAINING } from "./training-rows";

/** Names of the sources, the same in every language. */
export const THRESHOLD_SOURCES: Readonly<Record<ThresholdSource, string>> = {
  azurehpc: "Azure HPC node health checks",
  imbue: "Imbue cluster-health",
  mleng: "ML Engineering, Stas Bekman",
  nvhv: "NVIDIA Health Validation",
  gcm: "Meta GCM health checks",
  dcgm: "NVIDIA DCGM diagnostics",
  headroom: "Headroom",
};

/** All-reduce limits were set on one message of this size; below it a miss proves nothing, a pass still holds. */
export const JUDGED_MESSAGE_BYTES: Readonly<Record<string, number>> = {
  "all-reduce.a100-40": 8_000_000_000,
  "all-reduce.a100-pcie": 8_000_000_000,
  "all-reduce.v100": 8_000_000_000,
};
export const USUAL_MESSAGE_BYTES = 16_000_000_000;

export const THRESHOLDS: readonly Threshold[] = [...BANDWIDTH, ...HEALTH, ...TRAINING].map(
  ([id, kind, cards, count, rule, value, unit, level, source, where]) => ({
    id,
    kind,
    cards,
    count,
    rule,
    value,
    unit,
    level,
    source,
    where,
  }),
);

/** The limit of this kind for a card of the catalogue and a number of cards on one node; null where none was published. */
export function thresholdFor(kind: ThresholdKind, card: string | null, count: number | null = null): Threshold | null {
  const fits = (t: Threshold) =>
    t.kind === kind &&
    (t.cards === null || (card !== null && t.cards.includes(card))) &&
    (t.count === null || t.count === count);
  return THRESHOLDS.find(fits) ?? null;
}

/** XID classes: errors of hardware end a node, errors that programs cause are shown and asked about. */
export const XID_OF_HARDWARE: readonly number[] = [
  46, 48, 56, 57, 58, 62, 63, 64, 65, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 79, 80, 81, 82, 83, 84, 85, 86, 88, 89,
  92, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 122,
  123, 124, 125,
];
export const XID_OF_PROGRAMS: readonly number[] = [13, 31, 43, 45];

/** Reasons to hold the clocks down, as bits and as the names that the driver prints. */
export const THROTTLE = {
  /** Idle and the software power cap: both are usual. */
  usualBits: 0x1 | 0x4,
  badBits: 0x8 | 0x20 | 0x40 | 0x80,
  usualNames: ["idle", "gpu idle", "sw power cap", "sw power capping"],
  badNames: [
    "hw slowdown",
    "hw thermal slowdown",
    "hw power brake slowdown",
    "hw power braking",
    "sw thermal slowdown",
  ],
} as const;
