"use client";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Table, Td, Th } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import type { Relief } from "@/lib/memory/relief";
import { VERDICT_TONE } from "./verdict-tone";

/** Single changes that leave more room, each with its gain and its price in words; one press tries it. */
export function ReliefList({
  reliefs,
  onTry,
}: {
  reliefs: readonly Relief[];
  onTry?: ((relief: Relief) => void) | undefined;
}) {
  const t = useTranslations("estimate");
  const format = useFormatter();
  if (reliefs.length === 0) return <p className="text-muted">{t("relief.none")}</p>;
  return (
    <Table label={t("relief.title")} stacked>
      <thead>
        <tr>
          <Th>{t("relief.change")}</Th>
          <Th numeric>{t("relief.gained")}</Th>
          <Th>{t("relief.then")}</Th>
          {onTry ? (
            <Th>
              <span className="sr-only">{t("relief.try")}</span>
            </Th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {reliefs.map((relief) => {
          const value = typeof relief.value === "number" ? format.number(relief.value) : String(relief.value);
          return (
            <tr key={relief.code}>
              <Td line className="min-w-56">
                <span className="font-medium">{t(`relief.${relief.code}.what`, { value })}</span>
                <span className="block text-[0.8125rem] text-muted">{t(`relief.${relief.code}.price`)}</span>
              </Td>
              <Td numeric label={t("relief.gained")}>
                {format.number(relief.gainedGib, { maximumFractionDigits: 1, minimumFractionDigits: 1 })}
              </Td>
              <Td>
                <Badge tone={VERDICT_TONE[relief.verdict]}>{t(`verdict.${relief.verdict}`)}</Badge>
              </Td>
              {onTry ? (
                <Td className="max-sm:ml-auto">
                  <Button small onClick={() => onTry(relief)}>
                    {t("relief.try")}
                    <span className="sr-only">{t(`relief.${relief.code}.what`, { value })}</span>
                  </Button>
                </Td>
              ) : null}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
