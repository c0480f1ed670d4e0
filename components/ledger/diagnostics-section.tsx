import { getTranslations } from "next-intl/server";
import { ListExport } from "@/components/shell/list-export";
import { getFormatter } from "@/components/ui/get-formatter";
import { Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { BesideForm } from "./beside-form";
import type { OutputsData } from "./output-types";
import { Period } from "./period";
import { RemoveRecord } from "./remove-record";
import { RemovedRecords } from "./removed-records";

/** Time of GPUs that was billed but led to nothing: an explanation, never an amount. */
export async function DiagnosticsSection(data: OutputsData & { readonly chosen: number }) {
  const [all, t, outputs, format] = await Promise.all([
    getTranslations("costs"),
    getTranslations("costs.diagnostics"),
    getTranslations("costs.outputs"),
    getFormatter(),
  ]);
  const hours = (seconds: string): string => format.number(Number(seconds) / 3600, { maximumFractionDigits: 2 });
  return (
    <Section id="diagnostics" title={t("title")} note={t("note")}>
      {data.diagnostics.length === 0 ? (
        <p className="mb-4 text-muted">{t("none")}</p>
      ) : (
        <div className="mb-5">
          <Table stacked label={t("title")}>
            <thead>
              <tr>
                <Th>{outputs("brief")}</Th>
                <Th>{t("kind")}</Th>
                <Th>{outputs("period")}</Th>
                <Th numeric>{t("hours")}</Th>
                <Th>{t("source")}</Th>
                {data.canWrite ? (
                  <Th>
                    <span className="sr-only">{all("remove")}</span>
                  </Th>
                ) : null}
              </tr>
            </thead>
            <tbody>
              {data.diagnostics.map((d) => (
                <tr key={d.id}>
                  <Td className="tabular whitespace-nowrap">{`BRF-${d.brief}`}</Td>
                  <Td>{t(`kinds.${d.kind}`)}</Td>
                  <Td>
                    <Period start={d.periodStart} end={d.periodEnd} timeZone={data.timeZone} />
                  </Td>
                  <Td numeric label={t("hours")}>
                    {t("line", { part: hours(d.gpuSeconds), whole: hours(d.ofGpuSeconds) })}
                    {d.energyJoules === null ? null : (
                      <span className="block text-muted">
                        {t("energyLine", {
                          energy: format.number(Number(d.energyJoules) / 3_600_000, { maximumFractionDigits: 3 }),
                        })}
                      </span>
                    )}
                  </Td>
                  <Td>{d.source}</Td>
                  {data.canWrite ? (
                    <Td className="!py-1">
                      <RemoveRecord id={d.id} what="diagnostic" name={t(`kinds.${d.kind}`)} />
                    </Td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </Table>
          <ListExport list="diagnostics" filter={{ brief: data.brief ? `BRF-${data.brief.number}` : undefined }} />
        </div>
      )}
      {data.canWrite ? (
        <div className="mb-5">
          <RemovedRecords what="diagnostic" removed={data.removed} timeZone={data.timeZone} />
        </div>
      ) : null}
      {data.canWrite ? (
        <BesideForm key={data.chosen} what="diagnostic" briefs={data.briefs} brief={data.chosen} today={data.today} />
      ) : null}
    </Section>
  );
}
