import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Exact } from "@/components/ui/exact";
import { Table, Td, Th } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import type { PerGpu } from "@/lib/memory/answer";
import { fromGib } from "@/lib/units/bytes";
import { type PartName, partsOf } from "./parts";

interface PartsTableProps {
  readonly perGpu: PerGpu;
  /** What a part looks like in the bar beside the table. */
  readonly swatch: (part: PartName) => ReactNode;
}

/** The parts of one card's memory in GiB and as a share of what is usable, and their total: the bar in numbers. */
export function PartsTable({ perGpu, swatch }: PartsTableProps) {
  const t = useTranslations("estimate");
  const format = useFormatter();
  const fixed = (n: number, digits: number) =>
    format.number(n, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const exactly = (gib: number) => t("table.exact", { bytes: format.number(fromGib(gib)) });
  const row = (gib: number) => (
    <>
      <Td numeric>
        <Exact exact={exactly(gib)}>{fixed(gib, 2)}</Exact>
      </Td>
      <Td numeric>{`${fixed((gib / perGpu.usableGib) * 100, 1)}\u00a0%`}</Td>
    </>
  );
  return (
    <Table label={t("table.title")}>
      <thead>
        <tr>
          <Th>{t("table.part")}</Th>
          <Th numeric>{t("table.gib")}</Th>
          <Th numeric>{t("table.share")}</Th>
        </tr>
      </thead>
      <tbody>
        {partsOf(perGpu).map(({ part, gib }) => (
          <tr key={part}>
            <Td>
              <span className="flex items-center gap-2">
                {swatch(part)}
                {t(`parts.${part}`)}
              </span>
            </Td>
            {row(gib)}
          </tr>
        ))}
        <tr className="font-semibold">
          <Td>{t("table.total")}</Td>
          {row(perGpu.totalGib)}
        </tr>
        <tr>
          <Td className="text-muted">{t("table.headroom")}</Td>
          {row(perGpu.headroomGib)}
        </tr>
      </tbody>
    </Table>
  );
}
