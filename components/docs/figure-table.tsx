import type { ReactNode } from "react";
import { Table, Td, Th } from "@/components/ui/table";

interface Row {
  readonly key: string;
  readonly cells: readonly ReactNode[];
}

/** A table of the documentation: what the program itself holds, with a heading for each column. */
export function FigureTable({ label, heads, rows }: { label: string; heads: readonly string[]; rows: readonly Row[] }) {
  return (
    <Table label={label}>
      <thead>
        <tr>
          {heads.map((head) => (
            <Th key={head}>{head}</Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, i) => (
              <Td key={heads[i]}>{cell}</Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
