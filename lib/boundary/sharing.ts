import type { BriefContent } from "@/lib/brief/schema";
import { findAccelerator } from "@/lib/catalog/accelerators";
import type { Accelerator } from "@/lib/catalog/schema";
import { estimate } from "@/lib/memory/estimate";
import { parseEstimateRequest } from "@/lib/memory/schema";
import { estimateRequestOf } from "./estimate-request";
import { cardsOf } from "./offer-refusal";

/** Ways to share one card, from the firmest wall to none. */
export const SHARING_WAYS = ["mig", "mps", "time-slicing"] as const;
export type SharingWay = (typeof SHARING_WAYS)[number];

/** Why a way is refused for a brief; its words are `boundary.sharing.against.<code>`. */
export type SharingRefusal =
  | "own-host"
  | "own-card"
  | "several-cards"
  | "tail-limit"
  | "no-slice-fits"
  | "no-mig"
  | "other-maker";

export interface SliceChoice {
  /** The smallest slice that holds the brief over the whole range; null when none does. */
  readonly profile: string | null;
  /** Share of the whole card that it takes, from its estimate; null without one. */
  readonly cardShare: number | null;
  readonly against: Readonly<Record<SharingWay, SharingRefusal | null>>;
}

const TAILS = ["ttftP95Ms", "ttftP99Ms", "tpotP95Ms", "tpotP99Ms", "e2eP95Ms", "e2eP99Ms"] as const;

/** What a brief needs of a shared card, and what speaks against each way of sharing it. */
export function sliceFor(content: BriefContent, card: Accelerator): SliceChoice {
  const several = cardsOf(content) > 1;
  const profile = several ? null : smallestSlice(content, card);
  const { isolation } = content.controlBoundary;
  const tail = content.kind === "interactive-inference" && TAILS.some((t) => content.target[t] !== null);
  const soft = several
    ? "several-cards"
    : isolation === "own-host"
      ? "own-host"
      : isolation === "own-card"
        ? "own-card"
        : null;
  const noSlice = card.mig === null ? "no-mig" : profile === null ? "no-slice-fits" : null;
  const nvidia = card.vendor === "NVIDIA" ? null : "other-maker";
  return {
    profile,
    cardShare: shareOf(content, card),
    against: {
      mig: several ? "several-cards" : isolation === "own-host" ? "own-host" : noSlice,
      mps: soft ?? nvidia,
      "time-slicing": soft ?? (tail ? "tail-limit" : nvidia),
    },
  };
}

function smallestSlice(content: BriefContent, card: Accelerator): string | null {
  const bySize = [...(card.mig ?? [])].sort(
    (a, b) => a.memoryGb - b.memoryGb || Number.parseInt(a.profile, 10) - Number.parseInt(b.profile, 10),
  );
  return bySize.find(({ profile }) => ask(content, { id: card.id, mig: profile })?.verdict === "fits")?.profile ?? null;
}

/** Without a wall the parts of a card add up, so the share is of what a process sees of the whole card. */
function shareOf(content: BriefContent, card: Accelerator): number | null {
  const answer = ask(content, { id: card.id });
  if (!answer?.perGpu || findAccelerator(card.id) === null) return null;
  const { peakGib, kvCacheGib, usableGib } = answer.perGpu;
  // A server takes all that it is given for its cache: what it needs is its planned load.
  const needed = peakGib.high - kvCacheGib + (answer.plannedLoad?.neededKvGib ?? kvCacheGib);
  return needed / usableGib;
}

function ask(content: BriefContent, gpu: { id: string; mig?: string }) {
  const asked = estimateRequestOf(content, gpu.id);
  if (!asked.ok) return null;
  const parsed = parseEstimateRequest({ ...asked.request, gpu });
  return parsed.ok ? estimate(parsed.request) : null;
}

export interface SharedCard {
  readonly way: Exclude<SharingWay, "mig">;
  readonly ids: readonly string[];
  /** Sum of the shares; above 1 they do not stand together. */
  readonly share: number;
  readonly fits: boolean;
}

/** Whether pieces of work stand on one card without walls between them: their shares must add up to less than the card. */
export function withoutWalls(
  way: SharedCard["way"],
  wishes: readonly { readonly id: string; readonly choice: SliceChoice }[],
): SharedCard {
  const allowed = wishes.filter(({ choice }) => choice.against[way] === null && choice.cardShare !== null);
  const share = allowed.reduce((sum, { choice }) => sum + (choice.cardShare ?? 0), 0);
  return { way, ids: allowed.map((w) => w.id), share, fits: allowed.length > 0 && share <= 1 };
}
