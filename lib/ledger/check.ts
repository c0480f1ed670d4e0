import { Marks } from "./columns";
import type { BillRow, Claim, RefusedRow, Warning } from "./schema";

/** One of the twelve checks of a file. `holds` is null when the file says nothing that the check could judge. */
export interface Check {
  readonly id: string;
  readonly name: string;
  readonly holds: boolean | null;
  readonly detail: string;
  /** Records that break it, at most fifty. */
  readonly records: readonly number[];
  readonly count: number;
}

/** What is known of a file beside its rows. */
export interface CheckedFile {
  readonly version: string | null;
  readonly header: readonly string[];
  readonly headerFaults: readonly string[];
  readonly statedPayables: Readonly<Record<string, string>>;
}

/** What is known once every row was seen. */
export interface CheckEnd {
  readonly warnings: readonly Warning[];
  /** Claims of earlier imports on the file's resources. */
  readonly claims: readonly Claim[];
}

/** A check looks at every row once and keeps what it needs of it: files may be longer than memory. */
export interface Checking {
  /** Every row before any is judged, for checks that need others in view. */
  readonly before?: (row: BillRow) => void;
  readonly row?: (row: BillRow, claiming: boolean) => void;
  readonly refused?: (row: RefusedRow) => void;
  /** A record that the reader warned about. */
  readonly warned?: (code: Warning["code"], record: number) => void;
  readonly done: (end: CheckEnd) => Check;
}

const MAX_SHOWN = 50;

/** Records that break a check: how many, and the first ones of the file. */
export interface Broken {
  readonly count: number;
  first(): readonly number[];
}

/** Each record counts once, however often it is named. */
export class BrokenRecords implements Broken {
  private readonly marks = new Marks();

  add(record: number): void {
    this.marks.add(record);
  }

  addAll(other: BrokenRecords): void {
    this.marks.addAll(other.marks);
  }

  get count(): number {
    return this.marks.count;
  }

  first(): number[] {
    return this.marks.first(MAX_SHOWN);
  }
}

/** Each row counts, also several of one record. */
export class BrokenRows implements Broken {
  count = 0;
  private smallest: number[] = [];

  add(record: number): void {
    this.count += 1;
    const last = this.smallest.at(-1) ?? 0;
    if (this.smallest.length >= MAX_SHOWN && record >= last) return;
    this.smallest.push(record);
    if (record < last) this.smallest.sort((a, b) => a - b);
    if (this.smallest.length > MAX_SHOWN) this.smallest.pop();
  }

  first(): readonly number[] {
    return this.smallest;
  }
}

export function check(id: string, name: string, broken: Broken, holdsText: string, failsText: string): Check {
  const holds = broken.count === 0;
  return {
    id,
    name,
    holds,
    detail: holds ? holdsText : failsText,
    records: [...broken.first()],
    count: broken.count,
  };
}

export function notJudged(id: string, name: string, detail: string): Check {
  return { id, name, holds: null, detail, records: [], count: 0 };
}
