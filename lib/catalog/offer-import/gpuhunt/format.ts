import { cardNamed } from "../card-name";
import {
  type OfferClaim,
  type OfferFileAnswer,
  OfferFindings,
  positivePrice,
  type Reason,
  realSpot,
  wholeCards,
} from "../offer-file";

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A number or text of a JSON file as text; anything else is empty. */
const text = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";

/** gpuhunt's catalogue items as a JSON list, or its price list of TPUs by region; null for any other JSON. */
export function readGpuhunt(json: unknown, claim: OfferClaim): OfferFileAnswer | null {
  const items = Array.isArray(json) ? json : isFields(json) && Array.isArray(json.items) ? json.items : null;
  if (items !== null) {
    if (!items.some((item) => isFields(item) && "gpu_name" in item && "price" in item)) return null;
    return readItems(items, claim);
  }
  return isTpuList(json) ? readTpuList(json, claim) : null;
}

function readItems(items: readonly unknown[], claim: OfferClaim): OfferFileAnswer {
  const findings = new OfferFindings();
  items.forEach((item, i) => {
    const reason = isFields(item) ? readItem(findings, i + 1, item, claim) : (["broken-row", null] as const);
    if (reason !== null) findings.refuse(i + 1, ...reason);
  });
  return findings;
}

function readItem(findings: OfferFindings, row: number, item: Fields, claim: OfferClaim): Reason | null {
  const name = text(item.gpu_name);
  const cards = wholeCards(text(item.gpu_count));
  if (name === "") return ["no-card", text(item.instance_name) || null];
  if (cards === null) return ["card-count", text(item.gpu_count) || null];
  const gb = Number(text(item.gpu_memory));
  const card = cardNamed(name, { formText: text(item.instance_name), memoryMib: gb > 0 ? [gb * 1024] : [] });
  if (card.kind === "unknown") return ["unknown-card", name];
  if (card.kind === "other-memory") return ["other-memory", name];
  const amount = positivePrice(text(item.price));
  if (amount === null) return ["no-price", text(item.price) || null];
  if (card.kind === "open") findings.remark(row, "form-open", name);
  const ram = Number(text(item.memory));
  findings.offer(row, {
    provider: text(item.provider) || claim.provider || "",
    region: text(item.location) || null,
    acceleratorId: card.kind === "card" ? card.id : null,
    cardAsNamed: card.kind === "card" ? null : name,
    formFactor: card.form,
    cardsPerPack: cards,
    wholePacksOnly: cards > 1,
    hostIncluded: true,
    // Stated in GB: 64 GB are 59.6 GiB, and a promise is not rounded up.
    hostRamGib: ram > 0 ? (ram * 1e9) / 1024 ** 3 : null,
    purchase: item.spot === true ? "spot" : "on-demand",
    boundary: "vm",
    price: { amount, currency: "USD", unit: "pack-hour" },
    source: claim.source,
    dated: claim.dated,
    notes: text(item.instance_name) || null,
  });
  return null;
}

const ON_DEMAND = "On Demand (USD)";
const SPOT = "Spot (USD)";

function isTpuList(json: unknown): json is Readonly<Record<string, Readonly<Record<string, Fields>>>> {
  if (!isFields(json)) return false;
  const regions = Object.values(json).flatMap((kind) => (isFields(kind) ? Object.values(kind) : [null]));
  return regions.length > 0 && regions.every((region) => isFields(region) && ON_DEMAND in region);
}

/** Prices per chip-hour by kind and region; rows are counted in the order of the file. */
function readTpuList(
  list: Readonly<Record<string, Readonly<Record<string, Fields>>>>,
  claim: OfferClaim,
): OfferFileAnswer {
  const findings = new OfferFindings();
  let row = 0;
  for (const [kind, regions] of Object.entries(list)) {
    const card = cardNamed(kind, { formText: "", memoryMib: [] });
    for (const [region, fields] of Object.entries(regions)) {
      row += 1;
      if (card.kind !== "card") {
        findings.refuse(row, "unknown-card", kind);
        continue;
      }
      const onDemand = positivePrice(text(fields[ON_DEMAND]));
      const spot = realSpot(findings, row, text(fields[SPOT]), onDemand);
      if (onDemand === null && spot === null) findings.refuse(row, "no-price", null);
      const common = {
        provider: claim.provider ?? "Google Cloud",
        region,
        acceleratorId: card.id,
        boundary: "vm" as const,
        source: claim.source,
        dated: claim.dated,
      };
      const price = (amount: string) => ({ amount, currency: "USD", unit: "gpu-hour" as const });
      if (onDemand !== null) findings.offer(row, { ...common, purchase: "on-demand", price: price(onDemand) });
      if (spot !== null) findings.offer(row, { ...common, purchase: "spot", price: price(spot) });
    }
  }
  return findings;
}
