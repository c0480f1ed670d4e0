/** A cell by what it holds: a file writes it so that a spreadsheet takes it as that and as nothing else. */
export type SheetCell =
  | { readonly holds: "text"; readonly value: string | null }
  /** Exact decimal text: money, a rate, a share. */
  | { readonly holds: "amount"; readonly value: string | null }
  | { readonly holds: "count"; readonly value: number | null }
  /** `2026-10-01T00:00:00Z`, in UTC; the column says so. */
  | { readonly holds: "instant"; readonly value: string | null }
  /** `2026-10-01`, of no zone. */
  | { readonly holds: "day"; readonly value: string | null };

export const text = (value: string | null): SheetCell => ({ holds: "text", value });
export const amount = (value: string | null): SheetCell => ({ holds: "amount", value });
export const count = (value: number | null): SheetCell => ({ holds: "count", value });
export const instant = (value: string | null): SheetCell => ({ holds: "instant", value });
export const day = (value: string | null): SheetCell => ({ holds: "day", value });
export const yesNo = (value: boolean): SheetCell => text(value ? "yes" : "no");

/** A column of a file: its name says the unit where the values have one (`size_bytes`), or another column does. */
export interface SheetColumn<Row> {
  readonly name: string;
  /** In characters, for a workbook. */
  readonly width: number;
  readonly cell: (row: Row) => SheetCell;
}

export const column = <Row>(name: string, width: number, cell: (row: Row) => SheetCell): SheetColumn<Row> => ({
  name,
  width,
  cell,
});
