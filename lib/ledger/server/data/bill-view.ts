import "server-only";
import type { Check } from "../../check";
import type { StatedControl } from "../../import/bill-format";
import type { OpenBill } from "../../import/open-bill";
import type { ProofLine } from "../../proof";
import type { BillRow, PileName, PileSum, RefusedRow, Warning } from "../../schema";
import { PILES } from "../../schema";
import type { StreamPlan } from "../../stream-plan";
import type { TakenBackPart } from "../../taken-back";
import type { ToldRow } from "../../telling";
import type { Classes } from "./bill-plan";
import { type UnclassifiedGroup, UnclassifiedGroups } from "./unclassified";

/** Rows of each pile that a page shows; the counts and sums are always of all rows. */
export const SHOWN_ROWS = 50;
const SHOWN_RECORDS = 20;
/** Accounts and billing periods of what is taken back, those that the file does not hold first. */
const SHOWN_PARTS = 50;

export interface ShownRow {
  readonly record: number;
  readonly component: string | null;
  readonly kind: string | null;
  readonly rule: string | null;
  /** Reason code of a row that is not counted. */
  readonly reason: string | null;
  readonly field: string | null;
  readonly billed: string | null;
  readonly effective: string | null;
  readonly currency: string | null;
  readonly start: string | null;
  readonly end: string | null;
  readonly resource: string | null;
  /** What was sold, or the row as it stood in the file when it could not be read. */
  readonly what: string | null;
}

export interface PileView {
  readonly pile: PileName;
  readonly rows: number;
  readonly sums: readonly ({ readonly currency: string } & PileSum)[];
  readonly shown: readonly ShownRow[];
}

export interface BillView {
  readonly format: string;
  readonly version: string | null;
  readonly header: readonly string[];
  readonly basis: string;
  readonly digest: string;
  readonly rows: number;
  readonly entries: number;
  readonly piles: readonly PileView[];
  readonly proof: { readonly holds: boolean; readonly lines: readonly ProofLine[] };
  readonly checks: readonly Check[];
  readonly warnings: readonly (Omit<Warning, "records"> & {
    readonly records: readonly number[];
    readonly count: number;
  })[];
  readonly groups: readonly UnclassifiedGroup[];
  /** Totals that the file states against the sum of its rows; absent in plans from before they were kept. */
  readonly controls?: { readonly differ: number; readonly shown: readonly StatedControl[] };
  /** What earlier files of the source said and this one no longer says; absent in plans from before there were sources. */
  readonly takenBack?: {
    readonly entries: number;
    readonly sums: readonly ({ readonly currency: string } & PileSum)[];
    /** By account and billing period; absent in plans from before they were told apart. */
    readonly parts?: readonly (Omit<TakenBackPart, "sums"> & {
      readonly sums: readonly ({ readonly currency: string } & PileSum)[];
    })[];
  };
}

/** What a page shows of a plan: the first rows of each pile, gathered while all of them are told. */
export class ViewRows {
  private readonly shown = Object.fromEntries(PILES.map((p) => [p, [] as ShownRow[]])) as Record<PileName, ShownRow[]>;
  private readonly groups: UnclassifiedGroups;

  constructor(
    classes: Classes,
    private readonly most = SHOWN_ROWS,
  ) {
    this.groups = new UnclassifiedGroups(classes);
  }

  row({ row, pile, aside, entry }: ToldRow): void {
    if (entry !== null) this.groups.see(row, entry);
    if (this.shown[pile].length >= this.most) return;
    this.keep(pile, {
      record: row.record,
      component: entry?.component ?? null,
      kind: entry?.kind ?? null,
      rule: entry?.rule ?? null,
      reason: aside?.reason ?? null,
      field: null,
      billed: row.billedAmount,
      effective: row.effectiveAmount,
      currency: row.currency,
      start: row.chargeStart,
      end: row.chargeEnd,
      resource: row.resource,
      what: what(row),
    });
  }

  refused(row: RefusedRow): void {
    if (this.shown.refused.length < this.most) this.keep("refused", refusedRow(row));
  }

  /** In memory of its own: a cell is a slice of the piece of the file that it came in. */
  private keep(pile: PileName, row: ShownRow): void {
    this.shown[pile].push(JSON.parse(JSON.stringify(row)));
  }

  /** The view; it is also what stays of the plan after the commit. */
  view(bill: Pick<OpenBill, "header" | "controls">, plan: StreamPlan): BillView {
    return {
      format: plan.file.format,
      version: plan.file.version,
      header: bill.header,
      basis: plan.basis,
      digest: plan.digest,
      rows: plan.rows,
      entries: plan.entries,
      piles: PILES.map((pile) => {
        const sums = Object.entries(plan.piles[pile]).map(([currency, sum]) => ({ currency, ...sum }));
        return { pile, rows: sums.reduce((n, s) => n + s.rows, 0), sums, shown: this.shown[pile] };
      }),
      proof: plan.proof,
      checks: plan.checks,
      warnings: plan.warnings.map((w) => ({
        ...w,
        records: w.records.slice(0, SHOWN_RECORDS),
        count: w.count ?? w.records.length,
      })),
      groups: this.groups.list(),
      controls: controlsOf(bill.controls),
      takenBack: {
        entries: plan.takenBack.entries,
        sums: sumsOf(plan.takenBack.text()),
        parts: plan.takenBack
          .byAccount()
          .slice(0, SHOWN_PARTS)
          .map(({ sums, ...part }) => ({ ...part, sums: sumsOf(sums) })),
      },
    };
  }
}

const SHOWN_CONTROLS = 10;

function controlsOf(controls: readonly StatedControl[]) {
  const differing = controls.filter((c) => c.stated !== c.computed);
  return { differ: differing.length, shown: differing.slice(0, SHOWN_CONTROLS) };
}

const sumsOf = (sums: Readonly<Record<string, PileSum>>) =>
  Object.entries(sums).map(([currency, sum]) => ({ currency, ...sum }));

const what = (row: BillRow): string | null => row.description ?? row.skuMeter ?? row.sku ?? row.serviceName;

function refusedRow(row: RefusedRow): ShownRow {
  return {
    record: row.record,
    component: null,
    kind: null,
    rule: null,
    reason: row.reason,
    field: row.field,
    billed: row.billedAmount,
    effective: row.effectiveAmount,
    currency: row.currency,
    start: null,
    end: null,
    resource: null,
    what:
      row.raw
        .filter((cell) => cell !== "")
        .join(" | ")
        .slice(0, 400) || row.message,
  };
}
