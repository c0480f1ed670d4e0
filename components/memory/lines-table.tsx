"use client";
import { useFormatter, useTranslations } from "next-intl";
import { Table, Td, Th } from "@/components/ui/table";
import { settingName } from "@/lib/catalog/setting-names";
import type { Estimate } from "@/lib/memory/answer";

/** Every line with its bytes, formula, inputs and source: nothing is taken on trust. */
export function EstimateLines({ lines }: { lines: Estimate["lines"] }) {
  const t = useTranslations("estimate");
  const format = useFormatter();
  return (
    <Table label={t("lines.title", { count: lines.length })}>
      <thead>
        <tr>
          <Th>{t("lines.what")}</Th>
          <Th numeric>{t("lines.bytes")}</Th>
          <Th>{t("lines.formula")}</Th>
        </tr>
      </thead>
      <tbody>
        {lines.map((l) => (
          <tr key={`${l.part}${l.what}`}>
            <Td>
              <span className="block">{l.what}</span>
              <span className="text-[0.8125rem] text-muted">{l.part}</span>
            </Td>
            <Td numeric>{format.number(BigInt(l.bytes))}</Td>
            <Td>
              <span className="block">{l.formula}</span>
              <span className="block text-[0.8125rem] text-muted">
                {Object.entries(l.inputs)
                  .map(([k, v]) => `${k} = ${settingName(String(v)) ?? String(v)}`)
                  .join(", ")}
              </span>
              <span className="block text-[0.8125rem] text-muted">{l.source}</span>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
