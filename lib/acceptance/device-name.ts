import { listAccelerators } from "@/lib/catalog/accelerators";
import type { Accelerator } from "@/lib/catalog/schema";

const words = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((w) => w !== "" && w !== "nvidia");
const FORMS = ["pcie", "sxm", "nvl"];
const formOf = (text: string): string | undefined => FORMS.find((f) => text.toLowerCase().includes(f));

/** Form factors that are named must be the same: an H100 PCIe is no H100 SXM. */
function formFits(reported: string, card: Accelerator): boolean {
  const said = formOf(reported);
  return said === undefined || [card.formFactor, card.name, ...card.aliases].some((t) => formOf(t) === said);
}

/**
 * Catalogue id of the card that a driver's name means (`NVIDIA H100 80GB HBM3` → `h100-sxm`): the known name with most
 * words, all of them in the reported one. Null when none is, when two cards fit equally, or for a virtual slice (GRID):
 * then identity is not shown.
 */
export function acceleratorOfName(name: string): string | null {
  const reported = new Set(words(name));
  if (reported.has("grid")) return null;
  let best: { ids: Set<string>; words: number } = { ids: new Set(), words: 1 };
  for (const card of listAccelerators()) {
    if (!formFits(name, card)) continue;
    for (const known of [card.name, ...card.aliases].map(words)) {
      if (known.length < best.words || !known.every((w) => reported.has(w))) continue;
      if (known.length > best.words) best = { ids: new Set(), words: known.length };
      best.ids.add(card.id);
    }
  }
  return best.ids.size === 1 ? ([...best.ids][0] ?? null) : null;
}
