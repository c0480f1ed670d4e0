import { getTranslations } from "next-intl/server";
import { ListExport } from "@/components/shell/list-export";
import { Badge } from "@/components/ui/badge";
import { getFormatter } from "@/components/ui/get-formatter";
import { Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { CorrectOutputs } from "./correct-outputs";
import type { OutputsData } from "./output-types";
import { Period } from "./period";

const COUNTS = ["attempted", "accepted", "rejected", "failed", "retried"] as const;

export async function OutputRecords({ records, timeZone, canWrite, brief }: OutputsData) {
  const [t, format] = await Promise.all([getTranslations("costs.outputs"), getFormatter()]);
  const sum = (key: (typeof COUNTS)[number]): number => records.reduce((n, r) => n + r[key], 0);
  const word = (source: string): string => (t.has(`sources.${source}`) ? t(`sources.${source}`) : source);
  return (
    <Section title={t("records")}>
      {records.length === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <>
          <Table stacked label={t("records")}>
            <thead>
              <tr>
                {brief ? null : <Th>{t("brief")}</Th>}
                <Th>{t("period")}</Th>
                {COUNTS.map((c) => (
                  <Th key={c} numeric>
                    {t(c)}
                  </Th>
                ))}
                <Th>{t("source")}</Th>
                {canWrite ? <Th>{t("correct.open")}</Th> : null}
              </tr>
            </thead>
            <tbody>
              {records.map((r) => (
                <tr key={r.id}>
                  {brief ? null : <Td className="tabular whitespace-nowrap">{`BRF-${r.brief}`}</Td>}
                  <Td>
                    <Period start={r.periodStart} end={r.periodEnd} timeZone={timeZone} />
                    <span className="mt-0.5 flex flex-wrap gap-1.5 empty:hidden">
                      {r.shared ? <Badge tone="warn">{t("shared")}</Badge> : null}
                      {r.corrections > 0 ? <Badge>{t("corrected", { count: r.corrections })}</Badge> : null}
                    </span>
                    {r.note ? <span className="block text-[0.8125rem] text-muted">{r.note}</span> : null}
                  </Td>
                  {COUNTS.map((c) => (
                    <Td key={c} numeric label={t(c)} className={c === "accepted" ? "font-medium" : undefined}>
                      {format.number(r[c])}
                    </Td>
                  ))}
                  <Td className="grow xl:whitespace-nowrap">
                    {word(r.source)}{" "}
                    {r.by ? <span className="text-[0.8125rem] text-muted sm:block">{r.by}</span> : null}
                  </Td>
                  {canWrite ? (
                    <Td className="!py-1 max-sm:ml-auto">
                      <CorrectOutputs record={r} timeZone={timeZone} />
                    </Td>
                  ) : null}
                </tr>
              ))}
            </tbody>
            {brief ? (
              <tfoot>
                <tr className="font-medium">
                  <Td />
                  {COUNTS.map((c) => (
                    <Td key={c} numeric label={t(c)}>
                      {format.number(sum(c))}
                    </Td>
                  ))}
                  <Td />
                  {canWrite ? <Td /> : null}
                </tr>
              </tfoot>
            ) : null}
          </Table>
          <ListExport list="outputs" filter={{ brief: brief ? `BRF-${brief.number}` : undefined }} />
        </>
      )}
      <p className="mt-3 text-[0.8125rem] text-muted">{t("rest")}</p>
    </Section>
  );
}
