import { parseDecimal } from "@/lib/money/money";
import { findAccelerator } from "./accelerators";
import { type Offer, type OfferInput, offerSchema } from "./offer";
import { cardNamed } from "./offer-import/card-name";
import type { OfferBoundary } from "./offer-names";

export type LineRefusal = "too-few" | "unknown-card" | "open-card" | "no-price" | "no-currency" | "no-count";

export interface OfferLines {
  readonly offers: readonly Offer[];
  readonly refused: readonly { readonly line: number; readonly code: LineRefusal; readonly text: string }[];
}

/** Beyond this a price list is imported as a file. */
const MOST_LINES = 200;

/**
 * Offers written as short lines, so that an address can hold them: `card, price per card and hour, currency, provider,
 * cards per pack, spot, place`. Only the first three are needed; a name that fits several cards is refused, not guessed.
 * A line states no style: it is taken for the one that is asked about.
 */
export function parseOfferLines(text: string, dated: string, boundary: OfferBoundary = "vm"): OfferLines {
  const offers: Offer[] = [];
  const refused: { line: number; code: LineRefusal; text: string }[] = [];
  const lines = text.split("\n").slice(0, MOST_LINES);
  lines.forEach((line, at) => {
    if (line.trim() === "") return;
    const read = readLine(line, at + 1, dated, boundary);
    if (typeof read === "string") refused.push({ line: at + 1, code: read, text: line.trim() });
    else offers.push(offerSchema.parse(read));
  });
  return { offers, refused };
}

function readLine(line: string, number: number, dated: string, boundary: OfferBoundary): OfferInput | LineRefusal {
  const [card = "", price = "", currency = "", provider = "", pack = "", spot = "", place = ""] = line
    .split(/[,;\t]/)
    .map((part) => part.trim());
  if (card === "" || price === "" || currency === "") return "too-few";
  const acceleratorId = cardOf(card);
  if (acceleratorId === "unknown-card" || acceleratorId === "open-card") return acceleratorId;
  const amount = parseDecimal(price);
  if (amount === null || !amount.gt(0)) return "no-price";
  if (!/^[A-Z]{3}$/i.test(currency)) return "no-currency";
  const cards = pack === "" ? 1 : Number(pack);
  if (!Number.isInteger(cards) || cards < 1) return "no-count";
  return {
    id: `line-${number}`,
    provider: provider || `line ${number}`,
    acceleratorId,
    cardsPerPack: cards,
    wholePacksOnly: cards > 1,
    purchase: /^(spot|yes)$/i.test(spot) ? "spot" : "on-demand",
    boundary,
    price: { amount: price, currency: currency.toUpperCase(), unit: "gpu-hour" },
    dataLocation: place || null,
    source: "typed here",
    dated,
  };
}

function cardOf(named: string): string {
  const own = findAccelerator(named.toLowerCase());
  if (own !== null) return own.id;
  const read = cardNamed(named, { formText: named, memoryMib: [] });
  if (read.kind === "card") return read.id;
  return read.kind === "open" ? "open-card" : "unknown-card";
}
