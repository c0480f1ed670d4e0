import "server-only";
import { listReviews } from "@/lib/acceptance/server/data";
import { listAlerts } from "@/lib/alerts/server/data";
import { listRentals } from "@/lib/boundary/server/data";
import { listBriefs } from "@/lib/brief/server/data";
import { searchAccelerators } from "@/lib/catalog/accelerators";
import { pageOfOffers } from "@/lib/catalog/server/data";
import { amount, column, count, day, instant, text, yesNo } from "@/lib/sheet/sheet";
import { AUDIT_PAGE, type ListName } from "../../lists";
import { auditPage, membersOf } from "../data";
import { BILL_LISTS } from "./bill-lists";
import { COST_LISTS } from "./cost-lists";
import { LEDGER_LISTS } from "./ledger-lists";
import { file, given, type ListFile, type ListQuestion, reference } from "./list-file";
import { MONTH_LISTS } from "./month-lists";

const ALERTS_SHOWN = 100;
const MOST_OFFER_PAGES = 1000;

async function briefs({ tx, search }: ListQuestion): Promise<ListFile> {
  const rows = await listBriefs(tx, { q: given(search, "q"), kind: given(search, "kind") });
  type Row = (typeof rows)[number];
  return file<Row>(
    [
      column("brief", 9, (b) => text(reference("BRF", b.number))),
      column("title", 40, (b) => text(b.title)),
      column("kind", 22, (b) => text(b.kind)),
      column("owner", 20, (b) => text(b.owner)),
      column("revision", 9, (b) => count(b.revision)),
      column("draft_open", 10, (b) => yesNo(b.drafting)),
      column("changed_utc", 17, (b) => instant(b.updatedAt)),
    ],
    rows,
  );
}

/** Every page of the filter: a file has no pages. */
async function offers({ tx, now, search }: ListQuestion): Promise<ListFile> {
  const filter = {
    boundary: given(search, "boundary"),
    card: given(search, "card"),
    provider: given(search, "provider"),
  };
  const today = now.toISOString().slice(0, 10);
  const first = await pageOfOffers(tx, today, { ...filter, page: 1 });
  const rows = [...first.offers];
  for (let page = 2; page <= Math.min(first.pages, MOST_OFFER_PAGES); page++)
    rows.push(...(await pageOfOffers(tx, today, { ...filter, page })).offers);
  type Row = (typeof rows)[number];
  return file<Row>(
    [
      column("offer", 9, (o) => text(reference("OFF", o.number))),
      column("provider", 24, ({ offer }) => text(offer.provider)),
      column("region", 14, ({ offer }) => text(offer.region ?? null)),
      column("card", 18, ({ offer }) => text(offer.acceleratorId ?? null)),
      column("card_as_named", 18, ({ offer }) => text(offer.cardAsNamed ?? null)),
      column("cards_per_pack", 14, ({ offer }) => count(offer.cardsPerPack ?? null)),
      column("boundary", 16, ({ offer }) => text(offer.boundary)),
      column("purchase", 14, ({ offer }) => text(offer.purchase)),
      column("price", 12, ({ offer }) => amount(offer.price.amount)),
      column("currency", 9, ({ offer }) => text(offer.price.currency)),
      column("price_per", 18, ({ offer }) => text(offer.price.unit)),
      column("source", 40, ({ offer }) => text(offer.source)),
      column("read_on", 12, ({ offer }) => day(offer.dated)),
      column("stale", 7, (o) => yesNo(o.stale)),
    ],
    rows,
  );
}

async function reviews({ tx, search }: ListQuestion): Promise<ListFile> {
  const state = given(search, "state");
  const rows = await listReviews(tx, state ? { state } : {});
  type Row = (typeof rows)[number];
  return file<Row>(
    [
      column("review", 9, (r) => text(reference("REV", r.number))),
      column("brief", 9, (r) => text(reference("BRF", r.brief.number))),
      column("title", 40, (r) => text(r.brief.title)),
      column("plan", 9, (r) => text(reference("PLN", r.plan))),
      column("state", 14, (r) => text(r.status)),
      column("decision", 14, (r) => text(r.decision)),
      column("evidence_files", 14, (r) => count(r.evidence)),
      column("last_event_utc", 17, (r) => instant(r.at)),
    ],
    rows,
  );
}

async function rentals({ tx, now }: ListQuestion): Promise<ListFile> {
  const rows = await listRentals(tx, now);
  type Row = (typeof rows)[number];
  return file<Row>(
    [
      column("rental", 9, (r) => text(reference("RNT", r.number))),
      column("brief", 9, (r) => text(reference("BRF", r.brief.number))),
      column("title", 40, (r) => text(r.brief.title)),
      column("plan", 9, (r) => text(reference("PLN", r.plan))),
      column("kind", 10, (r) => text(r.kind)),
      column("start_utc", 17, (r) => instant(r.startsAt)),
      column("planned_end_utc", 17, (r) => instant(r.endsAt)),
      column("ended_utc", 17, (r) => instant(r.endedAt)),
      column("state", 18, (r) => text(r.status)),
    ],
    rows,
  );
}

async function alerts({ tx }: ListQuestion): Promise<ListFile> {
  const rows = await listAlerts(tx, ALERTS_SHOWN);
  return file<(typeof rows)[number]>(
    [
      column("at_utc", 17, (a) => instant(a.raisedAt)),
      column("kind", 16, (a) => text(a.kind)),
      column("said", 24, (a) => text(a.said)),
      column("values", 48, (a) => text(JSON.stringify(a.values))),
      column("path", 28, (a) => text(a.path)),
    ],
    rows,
  );
}

async function audit({ tx, search }: ListQuestion): Promise<ListFile> {
  const before = Date.parse(given(search, "before"));
  const rows = await auditPage(tx, Number.isNaN(before) ? null : new Date(before), AUDIT_PAGE);
  return file<(typeof rows)[number]>(
    [
      column("at_utc", 17, (e) => instant(e.at)),
      column("who", 20, (e) => text(e.who)),
      column("what", 24, (e) => text(e.action)),
      column("on", 48, (e) => text(e.entity)),
      column("event", 38, (e) => text(String(e.id))),
    ],
    rows,
  );
}

async function members({ tx, actor }: ListQuestion): Promise<ListFile> {
  const rows = await membersOf(tx, actor.workspaceId);
  return file<(typeof rows)[number]>(
    [
      column("name", 24, (m) => text(m.name)),
      column("email", 28, (m) => text(m.email)),
      column("roles", 36, (m) => text(m.roles.join(", "))),
      column("since_utc", 17, (m) => instant(m.since)),
    ],
    rows,
  );
}

async function accelerators({ search }: ListQuestion): Promise<ListFile> {
  const rows = searchAccelerators(given(search, "q"));
  return file<(typeof rows)[number]>(
    [
      column("card", 20, (a) => text(a.id)),
      column("name", 32, (a) => text(a.name)),
      column("form_factor", 16, (a) => text(a.formFactor)),
      column("memory_reported_mib", 20, (a) => count(a.memory.reportedMib)),
      column("bandwidth_gb_per_s", 18, (a) => count(a.bandwidthGbPerS)),
      column("bf16_dense_tflops", 18, (a) => count(a.denseTflops.bf16)),
    ],
    rows,
  );
}

/** Every list with its own columns, from the same rows as its page. */
export const LIST_FILES: Readonly<Record<ListName, (asked: ListQuestion) => Promise<ListFile>>> = {
  briefs,
  offers,
  reviews,
  rentals,
  ...LEDGER_LISTS,
  ...BILL_LISTS,
  ...COST_LISTS,
  ...MONTH_LISTS,
  alerts,
  audit,
  members,
  accelerators,
};
