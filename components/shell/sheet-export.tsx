"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { sheetCsv } from "@/lib/sheet/csv";
import type { SheetColumn } from "@/lib/sheet/sheet";
import { workbookCells } from "@/lib/sheet/workbook-cells";
import { EXPORT_LINE, EXPORT_LINK } from "./list-export";

interface SheetExportProps<Row> {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly columns: readonly SheetColumn<Row>[];
  readonly rows: readonly Row[];
}

function keep(body: Blob, fileName: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(body);
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Rows that were worked out in the browser as files: what writes a workbook is loaded when one is asked for. */
export function SheetExport<Row>({ name, columns, rows }: SheetExportProps<Row>) {
  const t = useTranslations("shell.export");
  const [failed, setFailed] = useState(false);
  const csv = () => keep(new Blob([sheetCsv(columns, rows)], { type: "text/csv;charset=utf-8" }), `${name}.csv`);
  async function xlsx() {
    setFailed(false);
    try {
      const { default: writeExcelFile } = await import("write-excel-file/browser");
      const { cells, options } = workbookCells(columns, rows);
      keep(await writeExcelFile(cells, options).toBlob(), `${name}.xlsx`);
    } catch {
      setFailed(true);
    }
  }
  return (
    <p className={EXPORT_LINE}>
      {t("rows")}
      <button type="button" className={EXPORT_LINK} onClick={csv}>
        {t("csv")}
      </button>
      <button type="button" className={EXPORT_LINK} onClick={() => void xlsx()}>
        {t("xlsx")}
      </button>
      {failed ? (
        <span role="alert" className="font-medium text-bad">
          {t("failed")}
        </span>
      ) : null}
    </p>
  );
}
