import type { BriefContent } from "@/lib/brief/schema";
import type { Offer } from "@/lib/catalog/offer";
import type { Plan } from "../plan";

/** What is asked of a provider, by the field of the offer that would answer it; words are `boundary.takeaway.request.ask.<id>`. */
export const ASKS = [
  "quotaCards",
  "formFactor",
  "cardsPerPack",
  "hostIncluded",
  "billingIncrementSeconds",
  "minimumSeconds",
  "storage",
  "snapshot",
  "stoppedDisk",
  "egress",
  "taxIncluded",
  "hostRamGib",
  "localNvmeGb",
  "networkGbitPerS",
  "readyStack",
  "provisioning",
  "accessLevel",
  "uptimePct",
  "supportHours",
  "failover",
  "interruption",
  "persistence",
  "dataLocation",
  "certifications",
  "validUntil",
] as const;
export type Ask = (typeof ASKS)[number];

/** Needs of the brief that only the provider's word can settle; words are `boundary.takeaway.request.need.<id>`. */
export type ProviderNeed =
  | "residency"
  | "processing-agreement"
  | "encryption-at-rest"
  | "isolation-host"
  | "isolation-card"
  | "fixed-host"
  | "fabric-node"
  | "fabric-nodes"
  | "network-policy"
  | "root"
  | "driver"
  | "deletion";

export interface ProviderRequest {
  /** What the offer does not state, in the order of the list. */
  readonly open: readonly Ask[];
  readonly needs: readonly { readonly id: ProviderNeed; readonly value: string }[];
}

const blank = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** What must be asked before an order: every unstated fact of the offer, and every need that the brief has of a provider. */
export function providerRequest(plan: Plan, brief: BriefContent): ProviderRequest {
  const { offer } = plan;
  const open = ASKS.filter((ask) => blank((offer as Partial<Record<keyof Offer, unknown>> | null)?.[ask]));
  const { controlBoundary: control, dataBoundary: data, runtime } = brief;
  const rows: readonly (readonly [ProviderNeed, boolean, string])[] = [
    ["residency", data.residency !== null, (data.residency ?? []).join(", ")],
    ["processing-agreement", data.personalData === "yes", ""],
    ["encryption-at-rest", data.encryptionAtRest === "own-key" || data.encryptionAtRest === "provider-key", ""],
    ["isolation-host", control.isolation === "own-host", ""],
    ["isolation-card", control.isolation === "own-card", ""],
    ["fixed-host", control.fixedHost === "yes", ""],
    ["fabric-node", control.fabric === "within-node", ""],
    ["fabric-nodes", control.fabric === "between-nodes", ""],
    ["network-policy", control.networkPolicy !== null, control.networkPolicy ?? ""],
    ["root", control.accessLevel === "root", ""],
    ["driver", runtime.driverVersion !== null, runtime.driverVersion ?? ""],
    ["deletion", true, ""],
  ];
  return { open, needs: rows.flatMap(([id, asked, value]) => (asked ? [{ id, value }] : [])) };
}
