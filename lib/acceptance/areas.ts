import { DEVICE_FORMATS, HEALTH_FORMATS } from "./device-facts";
import { IMAGE_FORMATS } from "./image-checks";
import { LOAD_FORMATS } from "./load-result";
import type { AreaId } from "./names";
import { START_LOG_FORMATS } from "./start-logs";
import { STORAGE_FORMATS } from "./storage-checks";
import { TOPOLOGY_FORMATS } from "./topology-formats";
import { GROUP_FORMATS, TRAINING_FORMATS } from "./training-checks";

/** One line of the card: what the area shows, and its reason to pause as the test. */
export interface AreaRow {
  readonly area: AreaId;
  readonly nameKey: string;
  readonly showsKey: string;
  readonly pauseKey: string;
  /** Items that a person may state, each standing on counted evidence. */
  readonly statements: readonly string[];
  /** Formats of evidence that this area reads facts from. */
  readonly formats: readonly string[];
  /** Never waived: without it there is nothing to sign. */
  readonly always: boolean;
}

function row(area: AreaId, formats: readonly string[], statements: readonly string[], always = false): AreaRow {
  const at = `acceptance.areas.${area}`;
  return { area, nameKey: `${at}.name`, showsKey: `${at}.shows`, pauseKey: `${at}.pause`, statements, formats, always };
}

/** METHOD 4, in order. */
export const AREA_ROWS: readonly AreaRow[] = [
  row("workload-contract", [...LOAD_FORMATS, ...START_LOG_FORMATS], [], true),
  row("allocation-boundary", [], [], true),
  row(
    "hardware-identity",
    [...DEVICE_FORMATS, "docker-digest", ...IMAGE_FORMATS, ...START_LOG_FORMATS],
    ["compatible-stack", "image-digest"],
  ),
  row("topology", [...TOPOLOGY_FORMATS, ...GROUP_FORMATS], ["links"]),
  row("scheduler-path", ["k8s-nodes", "k8s-manifests"], ["card-exposed"]),
  row(
    "node-readiness",
    [...HEALTH_FORMATS, "dcgmi-diag-table", "dcgmi-diag-json", ...STORAGE_FORMATS],
    ["health-check"],
  ),
  row("workload-acceptance", [...LOAD_FORMATS, ...TRAINING_FORMATS], ["recorded-output"], true),
  row("recovery", [], []),
  row("cost-record", [], []),
];

/** Answers that are evidenced before smoke where personal data is used. Any stored file counts: a contract is no log. */
export const DATA_PROTECTION_STATEMENTS = [
  "data-protection-agreement",
  "data-protection-residency",
  "data-protection-encryption",
] as const;

export const STATEMENT_IDS: readonly string[] = [
  ...AREA_ROWS.flatMap((r) => r.statements),
  ...DATA_PROTECTION_STATEMENTS,
];
