"use client";
import { useTranslations } from "next-intl";
import { Table, Td, Th } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import type { Estimate } from "@/lib/memory/answer";
import type { LineWords } from "@/lib/memory/lines";
import { useMemoryWords } from "./memory-words";

/** As it is answered now, or as it was stored before the estimator spoke in codes. */
type StoredLine = Omit<Estimate["lines"][number], "words"> & { readonly words?: LineWords };

/** Every line with its bytes, formula, inputs and source: nothing is taken on trust. */
export function EstimateLines({ lines }: { lines: readonly StoredLine[] }) {
  const t = useTranslations("estimate");
  const format = useFormatter();
  const words = useMemoryWords();
  const part = (name: string) =>
    name.startsWith("component:") ? `${t("parts.components")}: ${name.slice("component:".length)}` : t(`parts.${name}`);
  return (
    <div className="@container">
      <Table stacked="place" label={t("lines.title", { count: lines.length })}>
        <thead>
          <tr>
            <Th>{t("lines.what")}</Th>
            <Th numeric>{t("lines.bytes")}</Th>
            <Th>{t("lines.formula")}</Th>
          </tr>
        </thead>
        <tbody>
          {lines.map((l) => (
            <tr key={`${l.part} ${l.what} ${l.bytes}`}>
              <Td line>
                <span className="block font-medium sm:font-normal">{words.said(l.words?.what, l.what)}</span>
                <span className="text-[0.8125rem] text-muted">{part(l.part)}</span>
              </Td>
              <Td numeric label={t("lines.bytes")}>
                {format.number(BigInt(l.bytes))}
              </Td>
              <Td line>
                <span className="block">{words.said(l.words?.formula, l.formula)}</span>
                <span className="block text-[0.8125rem] text-muted">
                  {Object.entries(l.inputs)
                    .map(([name, value]) => words.input(name, value))
                    .join("; ")}
                </span>
                <span className="block text-[0.8125rem] text-muted">{words.said(l.words?.source, l.source)}</span>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
