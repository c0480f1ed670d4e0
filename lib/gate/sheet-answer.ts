import "server-only";
import { Refusal } from "@/lib/errors";
import { sheetCsv } from "@/lib/sheet/csv";
import { sheetWorkbook } from "@/lib/sheet/server/data/workbook";
import type { SheetColumn } from "@/lib/sheet/sheet";
import { WORKBOOK_TYPE } from "@/lib/sheet/workbook-cells";

/** The forms in which a list leaves; both hold the same rows and columns. */
export const SHEET_FORMS = ["csv", "xlsx"] as const;
export type SheetForm = (typeof SHEET_FORMS)[number];

/** The form that an address asks for; another one is refused. */
export function sheetForm(asked: string | null | undefined): SheetForm {
  const form = SHEET_FORMS.find((f) => f === asked);
  if (!form) throw new Refusal("INVALID", { message: `as is one of ${SHEET_FORMS.join(", ")}` });
  return form;
}

/** A list as a file to keep. */
export async function sheetAnswer<Row>(
  form: SheetForm,
  name: string,
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
): Promise<Response> {
  const body = form === "csv" ? sheetCsv(columns, rows) : new Uint8Array(await sheetWorkbook(columns, rows));
  return new Response(body, {
    headers: {
      "content-type": form === "csv" ? "text/csv; charset=utf-8" : WORKBOOK_TYPE,
      "content-disposition": `attachment; filename="${name}.${form}"`,
    },
  });
}
