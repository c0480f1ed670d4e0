import { cardNamed } from "../card-name";
import {
  type OfferClaim,
  type OfferDraft,
  type OfferFileAnswer,
  OfferFindings,
  type OfferRecord,
  type OfferTableFormat,
  type Reason,
} from "../offer-file";
import { hasColumns, namedRecords } from "../table";
import { OWN_COLUMNS, OWN_REQUIRED, type OwnKind } from "./columns";

/** Our own table: one offer a row. Source and date of the row, where it has them, come before those of the file. */
export const HEADROOM_CSV: OfferTableFormat = {
  id: "headroom-csv",
  name: "Headroom CSV",
  needsProvider: false,
  recognises: (header) => hasColumns(header, OWN_REQUIRED),
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

/** Groups that carry the currency of the price: a second currency in one offer could not be added up. */
const PRICED = ["upfront", "storage", "snapshot", "stoppedDisk", "egress"];

function readRow(
  findings: OfferFindings,
  row: number,
  get: (name: string) => string,
  claim: OfferClaim,
): Reason | null {
  const named = get("card");
  const card = named === "" ? null : cardNamed(named, { formText: get("form"), memoryMib: [] });
  if (card?.kind === "unknown") return ["unknown-card", named];
  if (card?.kind === "other-memory") return ["other-memory", named];
  if (card?.kind === "open") findings.remark(row, "form-open", named);
  const offer: Record<string, unknown> = { source: claim.source, dated: claim.dated };
  for (const { name, path, kind } of OWN_COLUMNS) {
    const value = typedValue(get(name), kind);
    if (value === undefined) continue;
    const [head = "", leaf] = path.split(".");
    offer[head] = leaf === undefined ? value : { ...(offer[head] as object | undefined), [leaf]: value };
  }
  for (const head of PRICED) {
    const part = offer[head] as object | undefined;
    if (part) offer[head] = { ...part, currency: get("currency") };
  }
  offer.acceleratorId = card?.kind === "card" ? card.id : null;
  offer.cardAsNamed = card?.kind === "open" ? named : null;
  findings.offer(row, offer as OfferDraft);
  return null;
}

/** Undefined for an empty field; text that is no number or no yes and no stays text, so that the schema refuses it by name. */
function typedValue(text: string, kind: OwnKind): unknown {
  if (text === "") return undefined;
  if (kind === "number") return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (kind === "yes-no") return /^(yes|true)$/i.test(text) ? true : /^(no|false)$/i.test(text) ? false : text;
  if (kind === "list") return text.split(";").flatMap((part) => part.trim() || []);
  return text;
}
