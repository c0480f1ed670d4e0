import type { Boundary } from "./schema";

/** A watch-out of a style. It becomes a condition that the review must answer. */
export interface WatchOut {
  readonly id: string;
  readonly key: string;
  readonly conditionKey: string;
}

export interface Style {
  readonly boundary: Boundary;
  readonly nameKey: string;
  readonly suitsKey: string;
  readonly strengthKey: string;
  readonly watchOuts: readonly WatchOut[];
}

const watchOut = (id: string): WatchOut => ({
  id,
  key: `boundary.watchOuts.${id}.name`,
  conditionKey: `boundary.watchOuts.${id}.condition`,
});

function style(boundary: Boundary, watchOuts: readonly string[]): Style {
  const at = `boundary.styles.${boundary}`;
  return {
    boundary,
    nameKey: `${at}.name`,
    suitsKey: `${at}.suits`,
    strengthKey: `${at}.strength`,
    watchOuts: watchOuts.map(watchOut),
  };
}

/** METHOD 2: what each style suits, its strength, and what to watch. */
export const STYLES: Readonly<Record<Boundary, Style>> = {
  "managed-api": style("managed-api", ["no-control"]),
  serverless: style("serverless", ["start-up-delay", "run-limits", "storage-hand-over", "retry-semantics"]),
  vm: style("vm", ["idle-time", "image-drift", "availability"]),
  "dedicated-node": style("dedicated-node", ["under-use", "patching", "clear-owner"]),
  cluster: style("cluster", ["topology-proof", "queue-policy", "operating-effort"]),
};

/** METHOD 2 of the edge: what goes out is known by content, what comes back is watched, and a smaller model stands in. */
const EDGE: readonly WatchOut[] = ["artefact-checksums", "drift-watch", "fallback-model"].map(watchOut);

/** What the review must answer for a style, and for work that is split between edge and centre. */
export function conditionsOf(boundary: Boundary, edge: boolean): readonly WatchOut[] {
  return edge ? [...STYLES[boundary].watchOuts, ...EDGE] : STYLES[boundary].watchOuts;
}
