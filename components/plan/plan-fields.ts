import type { Plan } from "@/lib/boundary/plan";
import { WORKER_FIELDS, workersOf } from "@/lib/boundary/split";
import type { BriefContent } from "@/lib/brief/schema";

export type PlanInputKind = "text" | "long-text" | "count" | "decimal" | "date" | "currency";

/** One control of the plan form: its name, its place in the plan, and how it is typed. */
export interface PlanField {
  readonly name: string;
  readonly path: string;
  readonly input: PlanInputKind;
  readonly optional?: true;
}

export const PLAN_FIELDS = {
  count: { name: "count", path: "count", input: "count" },
  moreCards: { name: "moreCards", path: "moreCards", input: "long-text" },
  workerCount: { name: "workerCount", path: "workers.count", input: "count" },
  inputShare: { name: "inputShare", path: "workers.inputShare", input: "long-text" },
  ids: { name: "ids", path: "workers.ids", input: "long-text" },
  recovery: { name: "recovery", path: "workers.recovery", input: "long-text" },
  merging: { name: "merging", path: "workers.merging", input: "long-text" },
  done: { name: "done", path: "workers.done", input: "long-text" },
  start: { name: "start", path: "period.start", input: "date" },
  end: { name: "end", path: "period.end", input: "date" },
  trialEnd: { name: "trialEnd", path: "trial.endDate", input: "date" },
  budgetAmount: { name: "budgetAmount", path: "trial.budget.amount", input: "decimal" },
  budgetCurrency: { name: "budgetCurrency", path: "trial.budget.currency", input: "currency" },
  owner: { name: "owner", path: "owner", input: "text" },
  stopRule: { name: "stopRule", path: "stopRule", input: "long-text" },
  lostAllocation: { name: "lostAllocation", path: "fallbacks.lostAllocation", input: "long-text" },
  shortage: { name: "shortage", path: "fallbacks.shortage", input: "long-text" },
  failedDeployment: { name: "failedDeployment", path: "fallbacks.failedDeployment", input: "long-text" },
  note: { name: "note", path: "note", input: "long-text", optional: true },
} as const satisfies Record<string, PlanField>;

/** Texts of the form; `boundary` and `offer` (a number, empty for none) stand beside the fields. */
export type PlanValues = Readonly<Record<string, string>>;

/** Workers that the typed count makes for this brief; 1 while the count is no number or nothing is rented. */
export function typedWorkers(v: PlanValues, brief: BriefContent): number {
  return typedCards(v) < 2 ? 1 : workersOf(brief, typedCards(v));
}

/** Cards as they are typed; 1 while that is no number or nothing is rented. */
export function typedCards(v: PlanValues): number {
  const cards = Number(v.count);
  return v.boundary === "managed-api" || !Number.isSafeInteger(cards) ? 1 : cards;
}

/** What the form asks of several workers; what stands in hidden fields is not sent. */
function workersForm(text: (name: string) => string): NonNullable<Plan["workers"]> {
  const words = Object.fromEntries(WORKER_FIELDS.map((name) => [name, text(name)]));
  return { count: Number(text("workerCount") || Number.NaN), ...words } as NonNullable<Plan["workers"]>;
}

/** The form as the action takes it; the server adds the offer's snapshot. */
export function planFormOf(v: PlanValues, brief: BriefContent) {
  const text = (name: string) => (v[name] ?? "").trim();
  return {
    boundary: text("boundary") as Plan["boundary"],
    offerNumber: text("offer") === "" ? null : Number(text("offer")),
    count: Number(text("count") || Number.NaN),
    moreCards: typedCards(v) < 2 ? null : text("moreCards") || null,
    workers: typedWorkers(v, brief) < 2 ? null : workersForm(text),
    period: { start: text("start"), end: text("end") },
    owner: text("owner"),
    stopRule: text("stopRule"),
    fallbacks: {
      lostAllocation: text("lostAllocation"),
      shortage: text("shortage"),
      failedDeployment: text("failedDeployment"),
    },
    trial: {
      endDate: text("trialEnd"),
      budget: { amount: text("budgetAmount"), currency: text("budgetCurrency").toUpperCase() },
    },
    note: text("note") || null,
  };
}

export interface PlanFault {
  /** Name of the control. */
  readonly name: string;
  readonly code: string;
}

const CODES = [
  "WORKERS_DO_NOT_FIT",
  "PERIOD_EMPTY",
  "TRIAL_EMPTY",
  "TRIAL_LONGER_THAN_PERIOD",
  "OFFER_NEEDED",
  "OFFER_OF_OTHER_BOUNDARY",
];

/** The control and the code for words of one refusal, from the room or from the server. */
export function planFault(path: string, code: string, v: PlanValues): PlanFault {
  const plain = path.replace(/^plan\./, "");
  const field = Object.values(PLAN_FIELDS).find((f) => f.path === plain);
  const name = field?.name ?? (plain.startsWith("offer") ? "offer" : plain);
  if (CODES.includes(code)) return { name, code };
  return { name, code: (v[name] ?? "").trim() === "" ? "empty" : (field?.input ?? "text") };
}

export const planFieldId = (name: string): string => `p-${name}`;

/** The form's texts for a plan that stands. */
export function planValuesOf(plan: Plan): PlanValues {
  return {
    boundary: plan.boundary,
    offer: plan.offer?.id.replace(/^OFF-/, "") ?? "",
    count: String(plan.count),
    moreCards: plan.moreCards ?? "",
    workerCount: plan.workers ? String(plan.workers.count) : "",
    ...Object.fromEntries(WORKER_FIELDS.map((name) => [name, plan.workers?.[name] ?? ""])),
    start: plan.period.start,
    end: plan.period.end,
    owner: plan.owner,
    stopRule: plan.stopRule,
    ...plan.fallbacks,
    trialEnd: plan.trial.endDate,
    budgetAmount: plan.trial.budget.amount,
    budgetCurrency: plan.trial.budget.currency,
    note: plan.note ?? "",
  };
}
