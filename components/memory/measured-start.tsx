"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input, Textarea } from "@/components/ui/field";
import { measuredRun } from "@/lib/acceptance/measured-run";
import type { Estimate } from "@/lib/memory/answer";
import {
  besideMeasured,
  type Calibration,
  calibrationFrom,
  calibrationText,
  type MeasuredRow,
  type MeasuredRun,
} from "@/lib/memory/calibrate";
import { measures } from "@/lib/memory/calibration-record";
import { Beside, Factors } from "./beside-measured";

type Reading = { readonly rows: readonly MeasuredRow[] } | { readonly refused: "no-figures" | "no-number" };

/**
 * A start-up log or a peak refits the estimate's parts. The factors stand in the address, so that a link carries them;
 * the log itself stays in this browser.
 */
export function MeasuredStart({
  estimate,
  calibration,
  onChange,
}: {
  /** As it stands without any calibration. */
  estimate: Estimate;
  calibration: Calibration | null;
  onChange: (cal: string) => void;
}) {
  const t = useTranslations("estimate.measured");
  const [log, setLog] = useState("");
  const [peak, setPeak] = useState("");
  const [reading, setReading] = useState<Reading | null>(null);
  const pooled = estimate.kv !== null && estimate.kv.blocks > 0;

  async function read() {
    const measured = pooled ? await measuredFromLog(log) : peakOf(peak);
    if (measured === null) {
      setReading({ refused: pooled ? "no-figures" : "no-number" });
      return;
    }
    setReading({ rows: besideMeasured(estimate, measured) });
    onChange(calibrationText(calibrationFrom(estimate, measured)));
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-[70ch] text-sm text-muted">{t(pooled ? "noteLog" : "notePeak")}</p>
      {pooled ? (
        <Field id="measured-log" label={t("log")} hint={t("logHint")}>
          <Textarea
            id="measured-log"
            placeholder="INFO … GPU KV cache size: 412,304 tokens"
            aria-describedby="measured-log-hint"
            rows={5}
            value={log}
            onChange={(event) => setLog(event.target.value)}
          />
        </Field>
      ) : (
        <Field id="measured-peak" label={t("peak")} hint={t("peakHint")}>
          <Input
            id="measured-peak"
            placeholder="61"
            aria-describedby="measured-peak-hint"
            inputMode="decimal"
            value={peak}
            onChange={(event) => setPeak(event.target.value)}
          />
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => void read()}>{t("read")}</Button>
        {calibration === null ? null : (
          <Button
            tone="ghost"
            onClick={() => {
              setReading(null);
              onChange("");
            }}
          >
            {t("remove")}
          </Button>
        )}
        <span role="status" className="text-sm text-muted">
          {reading !== null && "refused" in reading ? t(reading.refused) : ""}
        </span>
      </div>
      {reading !== null && "rows" in reading ? <Beside rows={reading.rows} /> : null}
      {calibration === null ? null : <Factors calibration={calibration} pooled={pooled} />}
    </div>
  );
}

const EMPTY: MeasuredRun = {
  weightsGib: null,
  activationsGib: null,
  cudaGraphsGib: null,
  kvAvailableGib: null,
  peakGib: null,
};

/** A decimal in either habit; a start below zero or of more than a thousand GiB is a slip. */
function peakOf(text: string): MeasuredRun | null {
  const value = Number(text.trim().replace(",", "."));
  return Number.isFinite(value) && value > 0 && value < 10_000 ? { ...EMPTY, peakGib: value } : null;
}

/** Null for a log that prints neither weights nor an available cache. */
async function measuredFromLog(text: string): Promise<MeasuredRun | null> {
  if (text.trim() === "") return null;
  const [{ reader }, { cleanText }] = await Promise.all([
    import("@/lib/acceptance/evidence/vllm-log/reader"),
    import("@/lib/acceptance/evidence/clean"),
  ]);
  const { facts } = reader.read(text, cleanText(text));
  const measured = measuredRun(facts);
  return measured !== null && measures(measured, true) ? measured : null;
}
