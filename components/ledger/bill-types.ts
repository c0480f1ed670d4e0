import type { Check } from "@/lib/ledger/check";
import type { Component } from "@/lib/ledger/components";
import type { ImportState } from "@/lib/ledger/import-state";
import type { ProofLine } from "@/lib/ledger/proof";
import type { PileName } from "@/lib/ledger/schema";

/** What an import's page is handed: plain data, money as text. */

interface PileSumView {
  readonly currency: string;
  readonly rows: number;
  readonly billed: string;
  readonly effective: string;
}

export interface BillRowView {
  readonly record: number;
  readonly component: string | null;
  readonly kind: string | null;
  readonly rule: string | null;
  readonly reason: string | null;
  readonly field: string | null;
  readonly billed: string | null;
  readonly effective: string | null;
  readonly currency: string | null;
  readonly start: string | null;
  readonly end: string | null;
  readonly resource: string | null;
  readonly what: string | null;
}

export interface GroupView {
  readonly service: string | null;
  readonly sku: string | null;
  readonly meter: string | null;
  readonly description: string | null;
  readonly records: readonly number[];
  readonly sums: readonly { readonly currency: string; readonly billed: string; readonly effective: string }[];
  readonly chosen: string | null;
}

export interface PlanView {
  readonly format: string;
  readonly version: string | null;
  readonly basis: string;
  readonly digest: string;
  readonly rows: number;
  readonly entries: number;
  readonly piles: readonly {
    readonly pile: PileName;
    readonly rows: number;
    readonly sums: readonly PileSumView[];
    readonly shown: readonly BillRowView[];
  }[];
  readonly proof: { readonly holds: boolean; readonly lines: readonly ProofLine[] };
  readonly checks: readonly Check[];
  readonly warnings: readonly {
    readonly code: string;
    readonly field: string | null;
    readonly records: readonly number[];
    readonly count: number;
  }[];
  readonly groups: readonly GroupView[];
  /** Totals that the file states and that its rows do not sum to. */
  readonly controls?: {
    readonly differ: number;
    readonly shown: readonly { readonly name: string; readonly stated: string; readonly computed: string }[];
  };
  readonly takenBack?: {
    readonly entries: number;
    readonly sums: readonly { readonly currency: string; readonly billed: string; readonly effective: string }[];
    readonly parts?: readonly {
      readonly account: string;
      readonly period: string;
      readonly entries: number;
      readonly inFile: boolean;
      readonly sums: readonly { readonly currency: string; readonly billed: string; readonly effective: string }[];
    }[];
  };
}

export interface BillHead {
  readonly number: number;
  readonly fileName: string;
  readonly sha256: string;
  readonly size: number;
  readonly state: "planned" | "committed" | "discarded";
  readonly createdBy: string | null;
  readonly createdAt: string;
  readonly committedBy: string | null;
  readonly committedAt: string | null;
  readonly sourceId: string | null;
  readonly sourceName: string | null;
  /** In which times without a zone are read; null for UTC. */
  readonly timeZone: string | null;
}

export interface ClassChangeView {
  readonly id: string;
  /** Null where the class was taken away. */
  readonly component: Component | null;
  readonly rows: number;
  readonly at: string;
  readonly by: string | null;
}

export interface BillPageData {
  readonly bill: BillHead;
  /** Sources that it may be put under; empty where it can no longer be. */
  readonly sources: readonly { readonly id: string; readonly name: string }[];
  readonly basis: "effective" | "billed";
  readonly timeZone: string;
  readonly canWrite: boolean;
  readonly view: PlanView | null;
  readonly unreadable: string | null;
  readonly pile: PileName | null;
  readonly work: BillWorkView | null;
  /** Classes given to rows of an import that waits, the latest first. */
  readonly classChanges: readonly ClassChangeView[];
  readonly state: ImportState;
}

/** Work on a large file that goes on without the page. */
export interface BillWorkView {
  readonly task: "plan-effective" | "plan-billed" | "commit";
  readonly state: "none" | "running" | "stopped" | "done" | "failed" | "lost";
  readonly rowsRead: number;
  /** Rows of the file; null until it was read once. */
  readonly rows: number | null;
}
