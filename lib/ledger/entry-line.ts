/** One entry as a list shows it; amounts are exact decimal text, times UTC instants. */
export interface EntryLine {
  readonly month: string;
  readonly id: string;
  readonly component: string;
  readonly kind: string;
  readonly billed: string;
  readonly effective: string;
  readonly currency: string;
  readonly start: string;
  readonly end: string;
  readonly resource: string | null;
  readonly what: string | null;
  readonly brief: number | null;
  readonly bill: number | null;
  readonly reversal: boolean;
  readonly reversed: boolean;
}
