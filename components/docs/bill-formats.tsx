import { docWords } from "@/lib/i18n/documentation";
import { formats } from "@/lib/ledger/import/registry.generated";
import type { FigureProps } from "./figure-props";
import { FigureTable } from "./figure-table";
import { Code, Prose } from "./prose";

/** Every bill format there is; one without words on its export is still listed. */
export async function BillFormats({ locale, title }: FigureProps) {
  const { words, exports } = await docWords(locale, "bills");
  const how: Readonly<Record<string, string>> = exports;
  return (
    <FigureTable
      label={title}
      heads={[words.format, words.export, words.code]}
      rows={formats.map(({ id, title: name }) => ({
        key: id,
        cells: [
          name,
          <Prose key="how" text={how[id] ?? "–"} />,
          <span key="id" className="whitespace-nowrap">
            <Code text={id} />
          </span>,
        ],
      }))}
    />
  );
}
