import type { MonthChange, MonthHeld, Reconciled } from "@/lib/ledger/month-close";

/** One month as its page shows it. */
export interface MonthData {
  /** `2026-09` */
  readonly month: string;
  readonly held: readonly MonthHeld[];
  readonly lines: readonly Reconciled[];
  /** Statements that were taken back and not made anew. */
  readonly takenBack: readonly {
    readonly id: string;
    readonly issuer: string;
    readonly invoiceId: string;
    readonly currency: string;
    readonly amount: string;
  }[];
  readonly ties: boolean;
  readonly digest: string;
  readonly unclassified: number;
  readonly over: boolean;
  readonly keptOut: readonly {
    readonly bill: number;
    readonly fileName: string;
    readonly piles: readonly { readonly pile: string; readonly rows: number }[];
  }[];
  readonly closed: {
    readonly at: string;
    readonly by: string | null;
    readonly note: string | null;
    readonly digest: string;
    readonly changes: readonly MonthChange[];
    readonly later: readonly {
      readonly id: string;
      readonly partition: string;
      readonly component: string;
      readonly billed: string;
      readonly currency: string;
      readonly what: string | null;
      readonly reversal: boolean;
      readonly writtenAt: string;
    }[];
  } | null;
  readonly currency: string;
  readonly timeZone: string;
  readonly canWrite: boolean;
}
