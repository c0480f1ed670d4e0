/** Lists that leave as a file, by the name that their address has. */
export const LISTS = [
  "briefs",
  "offers",
  "reviews",
  "rentals",
  "bills",
  "months",
  "budgets",
  "rates",
  "sources",
  "outputs",
  "diagnostics",
  "efforts",
  "alerts",
  "audit",
  "members",
  "accelerators",
  "bill-rows",
  "cost-reasons",
  "cost-movers",
  "month-held",
  "month-invoices",
  "month-statements",
  "month-changes",
  "month-later",
] as const;
/** Events that a page of the audit log shows. */
export const AUDIT_PAGE = 100;

export type ListName = (typeof LISTS)[number];
