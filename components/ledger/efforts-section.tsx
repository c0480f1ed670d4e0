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

/** People's hours: beside the ratio, never in it. */
export async function EffortsSection(data: OutputsData & { readonly chosen: number }) {
  const [all, t, outputs, format] = await Promise.all([
    getTranslations("costs"),
    getTranslations("costs.efforts"),
    getTranslations("costs.outputs"),
    getFormatter(),
  ]);
  return (
    <Section id="efforts" title={t("title")} note={t("note")}>
      {data.efforts.length === 0 ? (
        <p className="mb-4 text-muted">{t("none")}</p>
      ) : (
        <div className="mb-5">
          <Table stacked label={t("title")}>
            <thead>
              <tr>
                <Th>{outputs("brief")}</Th>
                <Th>{outputs("period")}</Th>
                <Th numeric>{t("hours")}</Th>
                <Th>{outputs("note2")}</Th>
                {data.canWrite ? (
                  <Th>
                    <span className="sr-only">{all("remove")}</span>
                  </Th>
                ) : null}
              </tr>
            </thead>
            <tbody>
              {data.efforts.map((e) => (
                <tr key={e.id}>
                  <Td className="tabular whitespace-nowrap">{`BRF-${e.brief}`}</Td>
                  <Td>
                    <Period start={e.periodStart} end={e.periodEnd} timeZone={data.timeZone} />
                  </Td>
                  <Td numeric label={t("hours")}>
                    {format.number(e.minutes / 60, { maximumFractionDigits: 2 })}
                  </Td>
                  <Td>{e.note ?? "–"}</Td>
                  {data.canWrite ? (
                    <Td className="!py-1">
                      <RemoveRecord id={e.id} what="effort" name={e.note ?? t("title")} />
                    </Td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </Table>
          <ListExport list="efforts" filter={{ brief: data.brief ? `BRF-${data.brief.number}` : undefined }} />
        </div>
      )}
      {data.canWrite ? (
        <div className="mb-5">
          <RemovedRecords what="effort" removed={data.removed} timeZone={data.timeZone} />
        </div>
      ) : null}
      {data.canWrite ? (
        <BesideForm key={data.chosen} what="effort" briefs={data.briefs} brief={data.chosen} today={data.today} />
      ) : null}
    </Section>
  );
}
