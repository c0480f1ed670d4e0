/** The five parts of what work costs. Kept apart from the schemas, which the browser need not load. */
export const COMPONENTS = ["accelerator", "host", "storage", "network", "support"] as const;
export type Component = (typeof COMPONENTS)[number];

/** What a bill also carries, outside the five. */
const OUTSIDE_COMPONENTS = ["tax", "credit", "rounding", "funding", "unclassified"] as const;
export const ANY_COMPONENTS = [...COMPONENTS, ...OUTSIDE_COMPONENTS] as const;
export type AnyComponent = (typeof ANY_COMPONENTS)[number];
