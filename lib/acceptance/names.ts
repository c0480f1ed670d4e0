/** The names of what a review is made of. Kept apart from the schemas, which the browser need not load. */
export const AREAS = [
  "workload-contract",
  "allocation-boundary",
  "hardware-identity",
  "topology",
  "scheduler-path",
  "node-readiness",
  "workload-acceptance",
  "recovery",
  "cost-record",
] as const;
export type AreaId = (typeof AREAS)[number];

export const CHECKS = ["startup", "memory", "throughput", "tail", "reliability", "cost-control"] as const;
export type CheckId = (typeof CHECKS)[number];

export const GATES = ["smoke", "functional", "load", "failure", "review"] as const;
export type GateId = (typeof GATES)[number];

export const DECISIONS = ["extend", "reserve", "dedicate", "scale", "other-abstraction", "stop"] as const;
export type Decision = (typeof DECISIONS)[number];

/** Missing is not passed: there is no fifth word between evidence and none. */
export type State = "passed" | "failed" | "not-evidenced" | "not-applicable";

export const BOTTLENECK_PLACES = ["gpu", "cpu", "io", "network", "storage"] as const;

export const SPEED_UNITS = ["tokens/s", "requests/s", "outputs/h", "ms"] as const;
