import type { BriefContent } from "@/lib/brief/schema";
import type { NeedReason } from "./schema";

/** What runs at the edge and what in the centre; words are `boundary.edgeParts.<part>`. */
export interface EdgeWithCentre {
  readonly edge: readonly string[];
  readonly centre: readonly string[];
  /** The need that selects it. */
  readonly need: NeedReason;
  readonly sites: number | null;
}

const WHY = {
  filtering: "raw data must not all leave its place, so it is filtered where it arises",
  nearness: "the answer cannot wait for the network, so a small model answers near",
  both: "data is filtered where it arises and answers are given near",
} as const;

/** METHOD 2: the edge for filtering and nearness, the centre for training and for what the edge passes on. */
export function edgeOf({ controlBoundary, kind }: BriefContent): EdgeWithCentre | null {
  const { edge, edgeSites } = controlBoundary;
  if (edge == null || edge === "no") return null;
  const learns = kind === "training" || kind === "fine-tuning";
  return {
    edge: [...(edge === "nearness" ? [] : ["filter"]), ...(edge === "filtering" ? [] : ["small-model"])],
    centre: [learns ? "training" : "full-model", "artefacts"],
    need: { need: "edge", field: "controlBoundary.edge", code: `edge.${edge}`, params: {}, why: WHY[edge] },
    sites: edgeSites ?? null,
  };
}
