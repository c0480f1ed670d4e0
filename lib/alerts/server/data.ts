import "server-only";
import { reference } from "@/lib/access/reference";
import type { Tx } from "@/lib/db/client";
import { monthText, type Zone } from "@/lib/ledger/period";
import { DEAD_AFTER } from "@/lib/ledger/server/data/bill-work";
import { budgetLines } from "@/lib/ledger/server/data/budgets";
import type { AlertKind } from "../kinds";
import { alertFactsSchema, type NewAlert } from "../schema";

/** How far back a look goes for what happened: a transaction may commit later than it began. */
const LOOK_BACK_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
/** Offers of plans in use whose term ends within this time. */
const OFFER_DAYS = 7;
/** Rentals that end within this time. */
const RENTAL_DAYS = 2;

export interface Look {
  readonly zone: Zone;
  readonly now: Date;
  /** When the workspace was looked over last; null for the first time, which raises nothing of the past. */
  readonly last: Date | null;
}

/** Everything that somebody may want to hear of now. Raising it twice does nothing: each has its key. */
export async function findAlerts(tx: Tx, look: Look): Promise<NewAlert[]> {
  return [
    ...(await budgetAlerts(tx, look)),
    ...(await happened(tx, look)),
    ...(await billsRead(tx, look)),
    ...(await endingOffers(tx, look)),
    ...(await endingRentals(tx, look)),
  ];
}

async function budgetAlerts(tx: Tx, { zone, now }: Look): Promise<NewAlert[]> {
  const month = monthText(zone.monthOf(now.getTime()));
  const found: NewAlert[] = [];
  for (const b of await budgetLines(tx, zone, now)) {
    if (b.state === null || b.state.soFar === null) continue;
    const values = {
      name: b.name,
      measure: b.measure,
      month,
      limit: b.limit,
      soFar: b.state.soFar,
      forecast: b.state.forecast ?? "",
      currency: b.currency ?? "",
    };
    const raise = (said: "budgetWarn" | "budgetOver" | "budgetForecast") =>
      found.push({
        key: `budget:${b.id}:${month}:${said}`,
        kind: "budget",
        facts: { said, values, path: "/ledger/budgets" },
      });
    if (b.state.level === "over") raise("budgetOver");
    else if (b.state.level === "warn") raise("budgetWarn");
    else if (b.state.forecastOver) raise("budgetForecast");
  }
  return found;
}

const SAID = {
  "bill.commit": { kind: "import", said: "importFinished", path: "/ledger/import" },
  "review.submit": { kind: "review", said: "reviewWaiting", path: "/reviews" },
} as const;

/** What the audit log and the reviews' own history say happened since the last look. */
async function happened(tx: Tx, { now, last }: Look): Promise<NewAlert[]> {
  if (last === null) return [];
  const since = new Date(last.getTime() - LOOK_BACK_MS);
  const events = await tx.auditEvent.findMany({
    where: { at: { gt: since, lte: now }, action: { in: Object.keys(SAID) } },
    orderBy: { at: "asc" },
    take: 1000,
  });
  const found = events.map((e): NewAlert => {
    const { kind, said, path } = SAID[e.action as keyof typeof SAID];
    return { key: `event:${e.id}`, kind, facts: { said, values: { what: e.entityId }, path: `${path}/${e.entityId}` } };
  });
  const decided = await tx.reviewEvent.findMany({
    where: { at: { gt: since, lte: now }, kind: { in: ["signed", "sent-back", "voided"] } },
    include: { review: { select: { number: true } } },
    orderBy: { at: "asc" },
    take: 1000,
  });
  for (const e of decided) {
    const what = reference("REV", e.review.number);
    const said = e.kind === "signed" ? "reviewSigned" : e.kind === "voided" ? "signatureVoided" : "reviewSentBack";
    found.push({
      key: `review:${e.id}`,
      kind: "decision",
      facts: { said, values: { what }, path: `/reviews/${what}` },
    });
  }
  return found;
}

/**
 * Bills that were read or committed while nobody looked: those read whole, which wait for their commit, and those whose
 * work broke off or died. A commit that went through is said by its audit event.
 */
async function billsRead(tx: Tx, { now, last }: Look): Promise<NewAlert[]> {
  if (last === null) return [];
  const since = new Date(last.getTime() - LOOK_BACK_MS);
  const rows = await tx.$queryRaw<{ number: number; run: string; done: boolean }[]>`
    SELECT b.number, w.run::text, w.state = 'done' AS done
      FROM bill_work w JOIN bill_import b ON b.workspace_id = w.workspace_id AND b.id = w.bill_id
     WHERE w.workspace_id = scope_workspace() AND b.committed_at IS NULL AND b.discarded_at IS NULL AND w.beat_at > ${since}
       AND (w.state = 'failed' OR (w.state = 'done' AND w.what <> 'commit')
            OR (w.state = 'running' AND w.beat_at < ${now}::timestamptz - ${DEAD_AFTER}::interval))
     ORDER BY w.beat_at LIMIT 1000`;
  return rows.map(({ number, run, done }) => {
    const what = reference("BILL", number);
    const facts = {
      said: done ? "importRead" : "importFailed",
      values: { what },
      path: `/ledger/import/${what}`,
    } as const;
    return { key: `work:${run}:${facts.said}`, kind: "import", facts };
  });
}

/** Offers that a plan with a rental still running or to come rests on. Imported catalogues alone alert nobody. */
async function endingOffers(tx: Tx, { now }: Look): Promise<NewAlert[]> {
  const rows = await tx.$queryRaw<{ number: number; provider: string; until: string }[]>`
    SELECT DISTINCT o.number, o.provider, o.content->>'validUntil' AS until
      FROM rental r
      JOIN LATERAL (SELECT offer_id FROM plan_revision v WHERE v.workspace_id = r.workspace_id AND v.plan_id = r.plan_id
                     ORDER BY v.number DESC LIMIT 1) p ON true
      JOIN offer o ON o.workspace_id = r.workspace_id AND o.id = p.offer_id
     WHERE r.ended_at IS NULL AND o.retired_at IS NULL AND o.content->>'validUntil' >= ${dayOf(now)}
       AND o.content->>'validUntil' <= ${dayOf(new Date(now.getTime() + OFFER_DAYS * DAY_MS))}`;
  return rows.map((r) => {
    const what = reference("OFF", r.number);
    const facts = {
      said: "offerEnding",
      values: { what, provider: r.provider, date: r.until },
      path: `/offers/${what}`,
    } as const;
    return { key: `offer:${what}:${r.until}`, kind: "offer", facts };
  });
}

async function endingRentals(tx: Tx, { now }: Look): Promise<NewAlert[]> {
  const rows = await tx.rental.findMany({
    where: {
      endedAt: null,
      startsAt: { lte: now },
      endsAt: { gt: new Date(now.getTime() - 30 * DAY_MS), lte: new Date(now.getTime() + RENTAL_DAYS * DAY_MS) },
    },
    select: { number: true, endsAt: true, stopRule: true },
  });
  return rows.map((r) => {
    const what = reference("RNT", r.number);
    const said = r.endsAt.getTime() <= now.getTime() ? "rentalOverdue" : "rentalEnding";
    const at = r.endsAt.toISOString();
    const facts = { said, values: { what, at, stopRule: r.stopRule }, path: `/rentals/${what}` } as const;
    return { key: `rental:${what}:${at}:${said}`, kind: "rental", facts };
  });
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export interface Channel {
  readonly id: string;
  readonly kind: "webhook" | "email";
  readonly target: string;
  readonly alerts: readonly AlertKind[];
  readonly lastError: string | null;
  readonly lastSentAt: string | null;
}

/** Where one member wants to hear of things in this workspace, with how the last message went. */
export async function channelsOf(tx: Tx, personId: string): Promise<Channel[]> {
  const rows = await tx.$queryRaw<
    {
      id: string;
      kind: "webhook" | "email";
      target: string;
      alerts: AlertKind[];
      last_error: string | null;
      sent: Date | null;
    }[]
  >`SELECT c.id::text, c.kind, c.target, c.alerts, d.last_error, s.sent
      FROM alert_channel c
      LEFT JOIN LATERAL (SELECT last_error FROM alert_delivery x JOIN alert a ON a.workspace_id = x.workspace_id AND a.id = x.alert_id
             WHERE x.workspace_id = c.workspace_id AND x.channel_id = c.id ORDER BY a.raised_at DESC LIMIT 1) d ON true
      LEFT JOIN LATERAL (SELECT max(sent_at) AS sent FROM alert_delivery x WHERE x.workspace_id = c.workspace_id AND x.channel_id = c.id) s ON true
     WHERE c.removed_at IS NULL AND c.person_id = ${personId}::uuid ORDER BY c.created_at`;
  return rows.map((r) => ({
    id: r.id,
    kind: r.kind,
    target: masked(r.kind, r.target),
    alerts: r.alerts,
    lastError: r.last_error,
    lastSentAt: r.sent?.toISOString() ?? null,
  }));
}

/** A webhook's address is a secret: who holds it can write there. Its host is enough to tell one from another. */
function masked(kind: "webhook" | "email", target: string): string {
  return kind === "email" || !URL.canParse(target) ? target : `${new URL(target).origin}/…`;
}

export interface RaisedAlert {
  readonly id: string;
  readonly kind: string;
  readonly said: string;
  readonly values: Readonly<Record<string, string>>;
  readonly path: string;
  readonly raisedAt: string;
}

/** Of these alerts those that a person has looked at. */
export async function seenOf(tx: Tx, personId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`SELECT alert_id::text AS id FROM alert_seen
    WHERE person_id = ${personId}::uuid AND alert_id = ANY (${[...ids]}::uuid[])`;
  return new Set(rows.map((r) => r.id));
}

/** The last alerts of the workspace, the latest first. */
export async function listAlerts(tx: Tx, take: number): Promise<RaisedAlert[]> {
  const rows = await tx.alert.findMany({ orderBy: { raisedAt: "desc" }, take });
  return rows.flatMap((a) => {
    const facts = alertFactsSchema.safeParse(a.data);
    return facts.success ? [{ id: a.id, kind: a.kind, ...facts.data, raisedAt: a.raisedAt.toISOString() }] : [];
  });
}

export async function lastLook(tx: Tx): Promise<Date | null> {
  return (await tx.alertWatch.findFirst())?.lookedAt ?? null;
}
