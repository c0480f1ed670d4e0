import { cardNamed } from "../card-name";
import {
  type OfferClaim,
  type OfferFileAnswer,
  OfferFindings,
  type OfferRecord,
  type OfferTableFormat,
  positivePrice,
  type Reason,
  realSpot,
  wholeCards,
} from "../offer-file";
import { hasColumns, namedRecords } from "../table";

/** A disagreement of the file's own two columns beyond this share is remarked; the price of the whole machine is kept. */
const PER_CARD_TOLERANCE = 0.03;

/**
 * The tables of cloud and serverless cards that the Full Stack site keeps: one machine a row, price in USD per
 * machine-hour under "On-demand" or "Per-Hour", memory inside the card's name.
 */
export const FULL_STACK: OfferTableFormat = {
  id: "full-stack",
  name: "Full Stack cloud cards CSV",
  needsProvider: false,
  recognises: (header) =>
    hasColumns(header, ["gpu type", "gpus", "per-gpu"]) &&
    (hasColumns(header, ["cloud", "on-demand"]) || hasColumns(header, ["vendor", "per-hour"])),
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
  const name = get("gpu type");
  const cards = wholeCards(get("gpus"));
  if (name === "") return ["no-card", get("name") || null];
  if (cards === null) return ["card-count", get("gpus") || null];
  // The column of the memory counts the machine; only with one card is it that card's.
  const ram = cards === 1 ? Number(get("gpu ram").replace(/\s*GB$/i, "")) : 0;
  const card = cardNamed(name, { formText: get("name"), memoryMib: ram > 0 ? [ram * 1024] : [] });
  if (card.kind === "unknown") return ["unknown-card", name];
  if (card.kind === "other-memory") return ["other-memory", name];
  const serverless = get("vendor") !== "";
  const whole = positivePrice(get(serverless ? "per-hour" : "on-demand"));
  const spot = realSpot(findings, row, get("spot"), whole);
  if (whole === null && spot === null) return ["no-price", get("per-gpu") || null];
  if (card.kind === "open") findings.remark(row, "form-open", name);
  const perCard = Number(positivePrice(get("per-gpu")) ?? 0);
  if (whole !== null && perCard > 0 && Math.abs(Number(whole) / cards / perCard - 1) > PER_CARD_TOLERANCE) {
    findings.remark(row, "per-card-differs", `${whole} / ${cards} ≠ ${get("per-gpu")}`);
  }
  const ramGib = Number(get("ram"));
  const common = {
    provider: get("cloud") || get("vendor"),
    acceleratorId: card.kind === "card" ? card.id : null,
    cardAsNamed: card.kind === "card" ? null : name,
    formFactor: card.form,
    cardsPerPack: cards,
    wholePacksOnly: cards > 1,
    hostIncluded: true,
    hostRamGib: ramGib > 0 ? ramGib : null,
    boundary: serverless ? ("serverless" as const) : ("vm" as const),
    source: claim.source,
    dated: claim.dated,
    notes: get("name") || null,
  };
  const price = (amount: string) => ({ amount, currency: "USD", unit: "pack-hour" as const });
  const purchase = serverless ? "serverless" : "on-demand";
  if (whole !== null) findings.offer(row, { ...common, purchase, price: price(whole) });
  if (spot !== null) findings.offer(row, { ...common, purchase: "spot", price: price(spot) });
  return null;
}
