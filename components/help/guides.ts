import type { DocPage } from "@/lib/i18n/documentation";

/**
 * Every screen that has a guide: its route, where the guide's link leads (`link` names its words), and the page of the
 * documentation that says how it works. Screens that open without signing in link to such screens alone.
 */
export const GUIDES = {
  home: { route: "/home", link: "questions", doc: "start" },
  inbox: { route: "/inbox", link: "alerts", doc: "acceptance" },
  briefs: { route: "/briefs", link: "check", doc: "start" },
  briefNew: { route: "/briefs/new", link: "check", doc: "start" },
  brief: { route: "/briefs/[briefId]", link: "not", doc: "boundary" },
  briefEdit: { route: "/briefs/[briefId]/edit", link: "estimate", doc: "memory" },
  briefRevision: { route: "/briefs/[briefId]/revisions/[n]", link: "briefs", doc: "acceptance" },
  estimate: { route: "/estimate", link: "cards", doc: "memory" },
  accelerators: { route: "/accelerators", link: "estimate", doc: "memory" },
  sweep: { route: "/sweep", link: "estimate", doc: "memory" },
  compare: { route: "/compare", link: "estimate", doc: "memory" },
  economics: { route: "/economics", link: "search", doc: "boundary" },
  offers: { route: "/offers", link: "includes", doc: "boundary" },
  offerNew: { route: "/offers/new", link: "includes", doc: "boundary" },
  offerImport: { route: "/offers/import", link: "terms", doc: "boundary" },
  offerClaims: { route: "/offers/claims", link: "terms", doc: "boundary" },
  offer: { route: "/offers/[offerId]", link: "includes", doc: "boundary" },
  planNew: { route: "/plans/new", link: "many", doc: "boundary" },
  planEdit: { route: "/plans/[planId]/edit", link: "many", doc: "boundary" },
  plan: { route: "/plans/[planId]", link: "first", doc: "boundary" },
  sharing: { route: "/plans/sharing", link: "many", doc: "memory" },
  reviews: { route: "/reviews", link: "signing", doc: "acceptance" },
  review: { route: "/reviews/[reviewId]", link: "check", doc: "acceptance" },
  reviewCompare: { route: "/reviews/[reviewId]/compare", link: "check", doc: "acceptance" },
  reviewRuns: { route: "/reviews/[reviewId]/runs", link: "check", doc: "evidence" },
  evidence: { route: "/reviews/[reviewId]/evidence/[evidenceId]", link: "check", doc: "evidence" },
  sign: { route: "/reviews/[reviewId]/sign", link: "signing", doc: "acceptance" },
  rentals: { route: "/rentals", link: "first", doc: "ledger" },
  rental: { route: "/rentals/[rentalId]", link: "includes", doc: "ledger" },
  ledger: { route: "/ledger", link: "terms", doc: "ledger" },
  entry: { route: "/ledger/entry/[month]/[id]", link: "terms", doc: "ledger" },
  imports: { route: "/ledger/import", link: "terms", doc: "bills" },
  bill: { route: "/ledger/import/[bill]", link: "terms", doc: "ledger" },
  manual: { route: "/ledger/manual", link: "terms", doc: "ledger" },
  months: { route: "/ledger/months", link: "costs", doc: "ledger" },
  month: { route: "/ledger/months/[month]", link: "costs", doc: "ledger" },
  budgets: { route: "/ledger/budgets", link: "alerts", doc: "ledger" },
  rates: { route: "/ledger/rates", link: "costs", doc: "ledger" },
  sources: { route: "/ledger/sources", link: "terms", doc: "bills" },
  outputs: { route: "/outputs", link: "costs", doc: "ledger" },
  costs: { route: "/costs", link: "terms", doc: "ledger" },
  alerts: { route: "/alerts", link: "inbox", doc: "running" },
  settings: { route: "/settings", link: "audit", doc: "rest" },
  audit: { route: "/settings/audit", link: "settings", doc: "acceptance" },
  signing: { route: "/settings/signing", link: "settings", doc: "acceptance" },
  live: { route: "/settings/live", link: "settings", doc: "evidence" },
  account: { route: "/account", link: "settings", doc: "start" },
  docs: { route: "/docs", link: "estimate", doc: "start" },
  doc: { route: "/docs/[page]", link: "documentation", doc: "start" },
  help: { route: "/help", link: "briefs", doc: "start" },
} as const satisfies Readonly<
  Record<string, { readonly route: string; readonly link: keyof typeof GUIDE_LINKS; readonly doc: DocPage }>
>;

export type GuideName = keyof typeof GUIDES;

/** Where each link leads. */
export const GUIDE_LINKS = {
  questions: "/help",
  check: "/help#check",
  includes: "/help#includes",
  many: "/help#many",
  first: "/help#first",
  not: "/help#not",
  terms: "/help#terms",
  cards: "/accelerators",
  estimate: "/estimate",
  search: "/sweep",
  signing: "/settings/signing",
  alerts: "/alerts",
  costs: "/costs",
  audit: "/settings/audit",
  settings: "/settings",
  inbox: "/inbox",
  briefs: "/briefs",
  documentation: "/docs",
} as const;
