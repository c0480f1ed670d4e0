import { cardNamed } from "../card-name";
import {
  type OfferClaim,
  type OfferDraft,
  type OfferFileAnswer,
  OfferFindings,
  type OfferRecord,
  type OfferTableFormat,
  positivePrice,
  type Reason,
  realSpot,
  wholeCards,
} from "../offer-file";
import { type Literal, pythonLiteral } from "../python-literal";
import { hasColumns, namedRecords } from "../table";

/** Clouds whose rows give the memory of the whole machine where the others give that of one card. */
const MEMORY_PER_INSTANCE = /^(vast|nebius)/;
/** What stands in the catalogue for a TPU v6e that has no price. */
const PLACEHOLDER = 700;
const NO_PRICE = /^tpu-v6e/i;

/**
 * The catalogue of SkyPilot (v5 to v8): one machine a row, its price in USD per machine-hour. Columns differ by cloud and
 * are found by name. A row without a machine type prices the cards alone, its host is another row.
 */
export const SKYPILOT: OfferTableFormat = {
  id: "skypilot",
  name: "SkyPilot catalogue CSV",
  needsProvider: true,
  recognises: (header) =>
    hasColumns(header, ["instancetype", "acceleratorname", "acceleratorcount", "price", "region"]),
  read,
};

function read(records: Iterable<OfferRecord>, claim: OfferClaim): OfferFileAnswer {
  const findings = new OfferFindings();
  for (const { row, get } of namedRecords(records, findings)) {
    const reason = readRow(findings, row, get, claim);
    if (reason !== null) findings.refuse(row, ...reason);
  }
  return findings;
}

function readRow(
  findings: OfferFindings,
  row: number,
  get: (name: string) => string,
  claim: OfferClaim,
): Reason | null {
  const name = get("acceleratorname");
  if (name === "") return ["no-card", get("instancetype") || null];
  const thing = cardsOf(name, get, claim.provider ?? "");
  if (thing.cards === null) return ["card-count", get("acceleratorcount") || null];
  if (thing.card.kind === "unknown") return ["unknown-card", name];
  if (thing.card.kind === "other-memory") return ["other-memory", name];
  const onDemand = positivePrice(get("price"));
  if (onDemand !== null && NO_PRICE.test(name) && Number(onDemand) === PLACEHOLDER) {
    return ["placeholder-price", get("price")];
  }
  const spot = realSpot(findings, row, get("spotprice"), onDemand);
  if (onDemand === null && spot === null) return ["no-price", get("price") || null];
  if (thing.card.kind === "open") findings.remark(row, "form-open", name);
  const common = draftOf(name, thing.card, thing.cards, get, claim);
  if (onDemand !== null) findings.offer(row, { ...common, purchase: "on-demand", price: price(onDemand) });
  if (spot !== null) findings.offer(row, { ...common, purchase: "spot", price: price(spot) });
  return null;
}

const price = (amount: string) => ({ amount, currency: "USD", unit: "pack-hour" as const });

type Card = Extract<ReturnType<typeof cardNamed>, { kind: "card" | "open" }>;

function draftOf(name: string, card: Card, cards: number, get: (name: string) => string, claim: OfferClaim) {
  const machine = get("instancetype");
  const tpu = /^tpu/i.test(name);
  return {
    provider: claim.provider ?? "",
    region: get("availabilityzone") || get("region") || null,
    acceleratorId: card.kind === "card" ? card.id : null,
    cardAsNamed: card.kind === "card" ? null : name,
    formFactor: card.form,
    cardsPerPack: cards,
    wholePacksOnly: cards > 1,
    // A TPU row has no machine of its own either, and the file does not say whether its host is in the price.
    hostIncluded: machine !== "" ? true : tpu ? null : false,
    hostRamGib: Number(get("memorygib")) > 0 ? Number(get("memorygib")) : null,
    boundary: "vm" as const,
    source: claim.source,
    dated: claim.dated,
    notes: machine === "" ? null : machine,
  } satisfies Partial<OfferDraft>;
}

/** Which card and how many. A TPU's name ends in its size: cores for v5p (two a chip), chips for the later ones. */
function cardsOf(name: string, get: (name: string) => string, provider: string) {
  const count = wholeCards(get("acceleratorcount"));
  const tpu = /^(tpu-v\d\w*?)-(\d+)$/i.exec(name);
  const slices = count;
  if (tpu) {
    const [, kind = "", size = ""] = tpu;
    const chips = Number(size) / (kind.toLowerCase() === "tpu-v5p" ? 2 : 1);
    const cards = slices !== null && Number.isInteger(chips) ? chips * slices : null;
    return { card: cardNamed(kind, { formText: "", memoryMib: [] }), cards };
  }
  const memoryMib = memoryReadings(get("gpuinfo"), count ?? 1, provider);
  return { card: cardNamed(name, { formText: get("instancetype"), memoryMib: named(name, memoryMib) }), cards: count };
}

/** In this catalogue a bare A100 has 40 GB and a bare V100 16 GB, the larger ones say so, unless the row states its memory. */
function named(name: string, memoryMib: readonly number[]): readonly number[] {
  if (memoryMib.length > 0) return memoryMib;
  if (name === "A100") return [40 * 1024];
  return name === "V100" ? [16 * 1024] : [];
}

/** GpuInfo is a Python literal, or only a name. A figure below 1024 was written in GB. */
function memoryReadings(info: string, cards: number, provider: string): readonly number[] {
  const stated = sizeIn(pythonLiteral(info));
  if (stated === null) return [];
  const mib = stated < 1024 ? stated * 1024 : stated;
  return [MEMORY_PER_INSTANCE.test(provider.trim().toLowerCase()) ? mib / cards : mib];
}

function sizeIn(literal: Literal | undefined): number | null {
  const gpus = at(literal, "Gpus");
  const size = at(at(Array.isArray(gpus) ? gpus[0] : undefined, "MemoryInfo"), "SizeInMiB");
  return typeof size === "number" && size > 0 ? size : null;
}

function at(value: Literal | undefined, key: string): Literal | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return (value as { readonly [key: string]: Literal })[key];
}
