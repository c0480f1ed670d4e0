import type { ReactNode } from "react";
import { Table, Td, Th } from "@/components/ui/table";

interface Row {
  readonly key: string;
  readonly cells: readonly ReactNode[];
}

interface FigureTableProps {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly Row[];
  /** Two columns whose cells do not break: on narrow screens below each other, as more columns always are. */
  readonly long?: boolean;
}

/** A table of the documentation: what the program itself holds, with a heading for each column. */
export function FigureTable({ label, heads, rows, long }: FigureTableProps) {
  const stacked = long || heads.length > 2;
  return (
    <Table label={label} stacked={stacked}>
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
              <Td key={heads[i]} line {...(i > 0 && heads.length > 2 && { label: heads[i] ?? "" })}>
                {cell}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
