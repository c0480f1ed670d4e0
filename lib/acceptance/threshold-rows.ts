/** Published limits that a review is judged by, each re-stated with where it was read. A card that none fits has none. */
export type ThresholdKind =
  | "all-reduce"
  | "message"
  | "host-to-device"
  | "device-to-host"
  | "peer-copy"
  | "nvlink-count"
  | "nvlink-rate"
  | "nvlink-inactive"
  | "nvlink-errors"
  | "wrong-values"
  | "pcie-width"
  | "pcie-generation"
  | "ecc-volatile"
  | "ecc-sram"
  | "ecc-sram-corrected"
  | "ecc-dram"
  | "remapped-rows"
  | "retired-pages"
  | "temperature"
  | "power-least"
  | "power-most"
  | "diagnostic-level"
  | "collective-timeouts"
  | "group-errors"
  | "step-spread"
  | "loss-finite"
  | "loss-rise"
  | "loss-diverged"
  | "preemptions"
  | "cache-use";

export type ThresholdSource = "azurehpc" | "imbue" | "mleng" | "nvhv" | "gcm" | "dcgm" | "headroom";

export interface Threshold {
  /** Stands in records and on pages as `threshold:<id>`. */
  readonly id: string;
  readonly kind: ThresholdKind;
  /** Catalogue ids; null: any card. */
  readonly cards: readonly string[] | null;
  /** Cards of one node that it was set for; null: any number. */
  readonly count: number | null;
  readonly rule: "at-least" | "at-most" | "equal" | "below";
  readonly value: number;
  readonly unit: string | null;
  /** Past a `fail` limit the check fails; past an `ask` limit a person has to look: not evidenced. */
  readonly level: "fail" | "ask";
  readonly source: ThresholdSource;
  readonly where: string;
}

export type ThresholdRow = readonly [
  id: string,
  kind: ThresholdKind,
  cards: readonly string[] | null,
  count: number | null,
  rule: Threshold["rule"],
  value: number,
  unit: string | null,
  level: Threshold["level"],
  source: ThresholdSource,
  where: string,
];

const HOPPER = ["h100-sxm", "h200-sxm"];
const V100 = ["v100-16", "v100-32"];
const GRACE = ["gb200", "gb300"];
const ND = "conf/nd";

/** Bandwidth: only for the card and number of cards of one node that the source names. */
export const BANDWIDTH: readonly ThresholdRow[] = [
  [
    "all-reduce.h100-sxm",
    "all-reduce",
    ["h100-sxm"],
    8,
    "at-least",
    460,
    "GB/s",
    "fail",
    "azurehpc",
    `${ND}96isr_h100_v5.conf`,
  ],
  [
    "all-reduce.h200-sxm",
    "all-reduce",
    ["h200-sxm"],
    8,
    "at-least",
    431,
    "GB/s",
    "fail",
    "azurehpc",
    `${ND}96isr_h200_v5.conf`,
  ],
  [
    "all-reduce.h100-nvl",
    "all-reduce",
    ["h100-nvl"],
    2,
    "at-least",
    208,
    "GB/s",
    "fail",
    "azurehpc",
    "conf/nc80adis_h100_v5.conf",
  ],
  [
    "all-reduce.a100-80",
    "all-reduce",
    ["a100-80-sxm"],
    8,
    "at-least",
    228,
    "GB/s",
    "fail",
    "azurehpc",
    `${ND}96amsr_a100_v4.conf`,
  ],
  [
    "all-reduce.a100-40",
    "all-reduce",
    ["a100-40-sxm"],
    8,
    "at-least",
    228,
    "GB/s",
    "fail",
    "azurehpc",
    `${ND}96asr_v4.conf`,
  ],
  [
    "all-reduce.a100-pcie",
    "all-reduce",
    ["a100-80-pcie"],
    4,
    "at-least",
    25,
    "GB/s",
    "fail",
    "azurehpc",
    "conf/nc96ads_a100_v4.conf",
  ],
  ["all-reduce.v100", "all-reduce", V100, 8, "at-least", 110, "GB/s", "fail", "azurehpc", `${ND}40rs_v2.conf`],
  [
    "all-reduce.mi300x",
    "all-reduce",
    ["mi300x"],
    8,
    "at-least",
    314,
    "GB/s",
    "fail",
    "azurehpc",
    `${ND}96isr_mi300x_v5.conf`,
  ],
  ["message", "message", null, null, "at-least", 536_870_912, "B", "ask", "mleng", "network/README.md"],
  [
    "wrong-values",
    "wrong-values",
    null,
    null,
    "at-most",
    0,
    null,
    "fail",
    "azurehpc",
    "customTests/azure_nccl_allreduce.nhc",
  ],
  ["h2d.hopper", "host-to-device", HOPPER, null, "at-least", 48, "GB/s", "fail", "azurehpc", `${ND}96isr_h100_v5.conf`],
  ["d2h.hopper", "device-to-host", HOPPER, null, "at-least", 48, "GB/s", "fail", "azurehpc", `${ND}96isr_h100_v5.conf`],
  ["peer.hopper", "peer-copy", HOPPER, null, "at-least", 335, "GB/s", "fail", "azurehpc", `${ND}96isr_h100_v5.conf`],
  [
    "h2d.a100",
    "host-to-device",
    ["a100-80-sxm", "a100-40-sxm"],
    null,
    "at-least",
    21,
    "GB/s",
    "fail",
    "azurehpc",
    `${ND}96amsr_a100_v4.conf`,
  ],
  [
    "d2h.a100",
    "device-to-host",
    ["a100-80-sxm", "a100-40-sxm"],
    null,
    "at-least",
    21,
    "GB/s",
    "fail",
    "azurehpc",
    `${ND}96amsr_a100_v4.conf`,
  ],
  [
    "peer.a100-80",
    "peer-copy",
    ["a100-80-sxm"],
    null,
    "at-least",
    238,
    "GB/s",
    "fail",
    "azurehpc",
    `${ND}96amsr_a100_v4.conf`,
  ],
  [
    "peer.a100-40",
    "peer-copy",
    ["a100-40-sxm"],
    null,
    "at-least",
    235,
    "GB/s",
    "fail",
    "azurehpc",
    `${ND}96asr_v4.conf`,
  ],
  ["h2d.v100", "host-to-device", V100, null, "at-least", 9, "GB/s", "fail", "azurehpc", `${ND}40rs_v2.conf`],
  ["d2h.v100", "device-to-host", V100, null, "at-least", 9, "GB/s", "fail", "azurehpc", `${ND}40rs_v2.conf`],
  [
    "h2d.mi300x",
    "host-to-device",
    ["mi300x"],
    null,
    "at-least",
    48,
    "GB/s",
    "fail",
    "azurehpc",
    `${ND}96isr_mi300x_v5.conf`,
  ],
  [
    "d2h.mi300x",
    "device-to-host",
    ["mi300x"],
    null,
    "at-least",
    44,
    "GB/s",
    "fail",
    "azurehpc",
    `${ND}96isr_mi300x_v5.conf`,
  ],
  [
    "nvlink-count",
    "nvlink-count",
    [...HOPPER, "gb200"],
    null,
    "equal",
    18,
    null,
    "fail",
    "nvhv",
    "expected_link_count",
  ],
  [
    "nvlink-rate.h100",
    "nvlink-rate",
    ["h100-sxm"],
    null,
    "at-least",
    26.562,
    "GB/s",
    "fail",
    "nvhv",
    "per-link bandwidth",
  ],
  ["nvlink-rate.grace", "nvlink-rate", GRACE, null, "at-least", 53.125, "GB/s", "fail", "nvhv", "per-link bandwidth"],
  ["nvlink-inactive", "nvlink-inactive", null, null, "at-most", 0, null, "fail", "nvhv", "max_inactive_nvlinks"],
  ["nvlink-errors", "nvlink-errors", null, null, "at-most", 0, null, "fail", "gcm", "nvlink error thresholds"],
];

/** Health of one card: counters and states that hold for any card that reports them. */
export const HEALTH: readonly ThresholdRow[] = [
  ["pcie-width", "pcie-width", null, null, "at-least", 16, null, "fail", "mleng", "network/README.md"],
  ["pcie-generation", "pcie-generation", HOPPER, null, "equal", 5, null, "ask", "mleng", "network/README.md"],
  ["ecc-volatile", "ecc-volatile", null, null, "at-most", 0, null, "fail", "imbue", "health_checks.py"],
  ["ecc-sram", "ecc-sram", null, null, "at-most", 0, null, "fail", "azurehpc", "customTests/azure_gpu_ecc.nhc"],
  [
    "ecc-sram-corrected",
    "ecc-sram-corrected",
    null,
    null,
    "at-most",
    10_000,
    null,
    "fail",
    "azurehpc",
    "check_gpu_ecc",
  ],
  ["ecc-dram", "ecc-dram", null, null, "at-most", 20_000_000, null, "fail", "azurehpc", "check_gpu_ecc"],
  [
    "remapped-rows",
    "remapped-rows",
    null,
    null,
    "at-most",
    512,
    null,
    "fail",
    "azurehpc",
    "customTests/azure_gpu_ecc.nhc",
  ],
  [
    "retired-pages",
    "retired-pages",
    null,
    null,
    "below",
    62,
    null,
    "fail",
    "azurehpc",
    "customTests/azure_gpu_ecc.nhc",
  ],
  ["temperature", "temperature", null, null, "below", 80, "°C", "ask", "mleng", "compute/accelerator/README.md"],
  ["power-least.grace", "power-least", GRACE, null, "at-least", 65, "W", "fail", "nvhv", "power range"],
  ["power-most.grace", "power-most", GRACE, null, "at-most", 1_500, "W", "fail", "nvhv", "power range"],
  ["diagnostic-level", "diagnostic-level", null, null, "at-least", 3, null, "ask", "dcgm", "diag levels"],
  ["preemptions", "preemptions", null, null, "at-most", 0, null, "fail", "headroom", "hidden eviction"],
  ["cache-use", "cache-use", null, null, "below", 100, "%", "ask", "headroom", "a full cache evicts next"],
];
