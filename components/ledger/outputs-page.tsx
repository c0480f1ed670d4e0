import { getTranslations } from "next-intl/server";
import { unitName } from "@/components/costs/unit-name";
import { Button, LinkButton } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { EmptyState, PageHeader } from "@/components/ui/surface";
import { DiagnosticsSection } from "./diagnostics-section";
import { EffortsSection } from "./efforts-section";
import { OutputRecords } from "./output-records";
import type { OutputsData } from "./output-types";
import { OutputsCsv } from "./outputs-csv";
import { OutputsForm } from "./outputs-form";

export async function OutputsPage(data: OutputsData) {
  const t = await getTranslations("costs.outputs");
  const { brief, briefs, canWrite, today } = data;
  const unit = await unitName(brief?.unit ?? null);
  if (briefs.length === 0) {
    return (
      <>
        <PageHeader title={t("title")} note={t("note")} />
        <EmptyState
          title={t("noBrief")}
          action={
            <LinkButton tone="primary" href="/briefs/new">
              {t("newBrief")}
            </LinkButton>
          }
        >
          {t("noBriefText")}
        </EmptyState>
      </>
    );
  }
  const chosen = brief?.number ?? briefs[0]?.number ?? 0;
  return (
    <>
      <PageHeader
        title={t("title")}
        note={t("note")}
        eyebrow={brief ? `BRF-${brief.number} ${brief.title}` : undefined}
      />
      <form action="/outputs" key={brief?.number ?? "all"} className="no-print flex flex-wrap items-end gap-2">
        <label htmlFor="outputs-of" className="w-full text-sm font-medium">
          {t("brief")}
        </label>
        <Select
          id="outputs-of"
          name="brief"
          defaultValue={brief ? `BRF-${brief.number}` : ""}
          className="!w-80 max-w-full"
        >
          <option value="">{t("all")}</option>
          {briefs.map((b) => (
            <option key={b.number} value={`BRF-${b.number}`}>{`BRF-${b.number} ${b.title}`}</option>
          ))}
        </Select>
        <Button type="submit">{t("choose")}</Button>
        {unit ? <p className="w-full text-[0.8125rem] text-muted">{t("unit", { unit })}</p> : null}
      </form>
      <OutputRecords {...data} />
      {canWrite ? (
        <>
          <OutputsForm key={`o${chosen}`} briefs={briefs} brief={chosen} today={today} />
          <OutputsCsv key={`c${chosen}`} briefs={briefs} brief={chosen} />
        </>
      ) : null}
      <DiagnosticsSection {...data} chosen={chosen} />
      <EffortsSection {...data} chosen={chosen} />
    </>
  );
}
