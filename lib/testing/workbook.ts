import { strFromU8, unzipSync } from "fflate";

/** A cell as a spreadsheet would take it. */
export interface ReadCell {
  readonly text: string | null;
  readonly number: number | null;
  /** Its number format; null for text. */
  readonly format: string | null;
  readonly formula: boolean;
}

const inner = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([\\s\\S]*?)</${tag}>`, "g"))].map((m) => m[1] ?? "");
const plain = (xml: string): string =>
  xml
    .replace(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
const attribute = (tag: string, name: string): string | null => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? null;

/** The first sheet of a workbook, row by row, read from its parts and not by what wrote it. */
export function readWorkbook(bytes: Uint8Array): (ReadCell | null)[][] {
  const files = unzipSync(bytes);
  const part = (name: string): string => (files[name] ? strFromU8(files[name]) : "");
  const strings = inner(part("xl/sharedStrings.xml"), "si").map(plain);
  const styles = part("xl/styles.xml");
  const formats = new Map(
    [...styles.matchAll(/<numFmt [^>]*>/g)].map(([tag]) => [
      attribute(tag, "numFmtId"),
      plain(attribute(tag, "formatCode") ?? ""),
    ]),
  );
  const applied = [...(inner(styles, "cellXfs")[0] ?? "").matchAll(/<xf [^>]*>/g)].map(
    ([tag]) => formats.get(attribute(tag, "numFmtId")) ?? null,
  );
  const sheet = part("xl/worksheets/sheet1.xml");
  return [...sheet.matchAll(/<row [^>]*?(?:\/>|>([\s\S]*?)<\/row>)/g)].map(([, row = ""]) => {
    const cells: (ReadCell | null)[] = [];
    for (const [, tag = "", body = ""] of row.matchAll(/<c( [^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
      const letters = /^[A-Z]+/.exec(attribute(tag, "r") ?? "")?.[0] ?? "A";
      const at = [...letters].reduce((n, l) => n * 26 + l.charCodeAt(0) - 64, 0) - 1;
      const raw = inner(body, "v")[0] ?? null;
      const type = attribute(tag, "t");
      const text =
        type === "s"
          ? (strings[Number(raw)] ?? null)
          : type === "inlineStr"
            ? plain(body)
            : type === "str"
              ? raw
              : null;
      while (cells.length < at) cells.push(null);
      cells[at] = {
        text,
        number: text === null && raw !== null ? Number(raw) : null,
        format: text === null ? (applied[Number(attribute(tag, "s") ?? 0)] ?? null) : null,
        formula: body.includes("<f"),
      };
    }
    return cells;
  });
}
