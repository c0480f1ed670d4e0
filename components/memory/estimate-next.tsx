"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Facts, Section } from "@/components/ui/surface";
import { useFormatter } from "@/components/ui/use-formatter";
import { type Calibration, calibrated, type Estimator } from "@/lib/memory/calibrate";
import { estimate } from "@/lib/memory/estimate";
import { servingLimits, smallestCards } from "@/lib/memory/limits";
import { type GridCell, loadGrid } from "@/lib/memory/load-grid";
import { type Relief, reliefs } from "@/lib/memory/relief";
import type { EstimateRequest } from "@/lib/memory/schema";
import type { EstimateValues } from "./estimate-fields";
import { controlAt } from "./estimate-request";
import { LoadGridTable } from "./load-grid-table";
import { ReliefList } from "./relief-list";

/** What a lead asks once the estimate stands: what to change, how many, how long, how small, and where the edge is. */
export function EstimateNext({
  request,
  calibration,
  onChange,
}: {
  request: EstimateRequest;
  calibration: Calibration | null;
  onChange: (next: EstimateValues) => void;
}) {
  const t = useTranslations("estimate");
  const ask = useMemo(() => estimatorOf(calibration), [calibration]);
  const found = useMemo(() => reliefs(request, ask), [request, ask]);
  const grid = useMemo(() => loadGrid(request, ask), [request, ask]);
  const { run } = request;
  const choose = (cell: GridCell) => onChange(gridValues(request, cell));
  const attempt = (relief: Relief) => {
    const control = controlAt(relief.path);
    const value = relief.value === true ? "yes" : String(relief.value);
    if (control !== null) onChange({ [control]: value });
  };
  return (
    <>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Section title={t("relief.title")} note={t("relief.note")} className="min-w-0">
          <ReliefList reliefs={found} onTry={attempt} />
        </Section>
        <Section title={t("limits.title")} note={t("limits.note")} className="min-w-0">
          <Limits request={request} ask={ask} />
        </Section>
      </div>
      {grid !== null && (run.kind === "serve" || run.kind === "train") ? (
        <Section title={t("grid.title")} note={t(`grid.note.${run.kind}`)} className="min-w-0">
          <LoadGridTable grid={grid} kind={run.kind} here={hereOf(run)} onChoose={choose} />
        </Section>
      ) : null}
    </>
  );
}

function hereOf(run: EstimateRequest["run"]) {
  if (run.kind === "serve") return { batch: run.concurrency ?? null, tokens: run.contextTokens ?? null };
  if (run.kind === "train") return { batch: run.microBatchSize, tokens: run.sequenceLength };
  return { batch: null, tokens: null };
}

function gridValues({ run }: EstimateRequest, cell: GridCell): EstimateValues {
  if (run.kind === "train") return { microBatch: String(cell.batch), sequence: String(cell.tokens) };
  const longer = run.kind === "serve" && run.maxModelLen != null && run.maxModelLen < cell.tokens;
  return {
    concurrency: String(cell.batch),
    tokens: String(cell.tokens),
    ...(longer ? { context: String(cell.tokens) } : {}),
  };
}

const estimatorOf = (calibration: Calibration | null): Estimator =>
  calibration === null ? estimate : (request) => calibrated(estimate(request), calibration);

function Limits({ request, ask }: { request: EstimateRequest; ask: Estimator }) {
  const t = useTranslations("estimate.limits");
  const format = useFormatter();
  const limits = useMemo(() => servingLimits(request, ask), [request, ask]);
  const cards = useMemo(() => smallestCards(request, ask), [request, ask]);
  const { run } = request;
  const items = [
    ...(limits.sequencesAtContext !== null && run.kind === "serve"
      ? [
          {
            label: t("sequences", { tokens: format.number(run.contextTokens ?? 0) }),
            value: t("sequencesValue", { n: limits.sequencesAtContext }),
          },
        ]
      : []),
    ...(limits.contextAtConcurrency !== null && run.kind === "serve"
      ? [
          {
            label: t("context", { n: run.concurrency ?? 0 }),
            value: t("contextValue", { tokens: format.number(limits.contextAtConcurrency) }),
          },
        ]
      : []),
    { label: t("single"), value: cards.single?.name ?? t("noSingle") },
    ...(cards.same === null
      ? []
      : [{ label: t("same"), value: t("sameValue", { n: cards.same.cards, gpu: cards.same.name }) }]),
  ];
  return <Facts items={items} />;
}
