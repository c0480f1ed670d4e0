"use client";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import type { IdleTime } from "@/lib/ledger/idle-samples";
import { recordEffortHours, recordIdleTime } from "@/lib/ledger/server/actions";
import { parseTypedNumber } from "@/lib/units/quantity";
import { DayFields } from "./day-fields";
import { FormProblems } from "./form-problems";
import { NumberInput } from "./number-input";
import type { BriefChoice } from "./output-types";
import { ReadSamples } from "./read-samples";
import { useFormErrors } from "./use-form-errors";
import { useNumberHabit } from "./use-number-habit";

/** Hours with the four decimals that the form takes, as their reader writes them. */
const numberIn = (locale: string, hours: number): string =>
  new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 4 }).format(hours);

const KINDS = ["idle", "failed", "ramp-up"] as const;

interface BesideProps {
  readonly what: "diagnostic" | "effort";
  readonly briefs: readonly BriefChoice[];
  readonly brief: number;
  readonly today: string;
}

const EXAMPLE = { gpuHours: "12", ofGpuHours: "240", energyKwh: "85", hours: "3" } as const;

/** The form of what explains a cost (time of GPUs) or stands beside it (hours of people). */
export function BesideForm({ what, briefs, brief, today }: BesideProps) {
  const t = useTranslations("costs");
  const example = useTranslations("examples");
  const locale = useLocale();
  const router = useRouter();
  const habit = useNumberHabit();
  const { write, pending, error, failure } = useWrite();
  const prefix = what === "effort" ? "eff" : "dia";
  const [days, setDays] = useState({ brief, firstDay: `${today.slice(0, 8)}01`, lastDay: today });
  const [values, setValues] = useState({
    kind: "idle",
    gpuHours: "",
    ofGpuHours: "",
    energyKwh: "",
    source: "",
    hours: "",
    note: "",
  });
  const [done, setDone] = useState(false);
  // Energy is of the observed time: it stands beside idle time alone.
  const asksEnergy = what === "diagnostic" && values.kind === "idle";
  const errors = useFormErrors(prefix, {
    gpuHours: t("diagnostics.hours"),
    ofGpuHours: t("diagnostics.of"),
    energyKwh: t("diagnostics.energy"),
    source: t("diagnostics.source"),
    hours: t("efforts.hours"),
    firstDay: t("outputs.form.first"),
    lastDay: t("outputs.form.last"),
  });
  const set = (change: Partial<typeof values>) => {
    setDone(false);
    setValues({ ...values, ...change });
  };

  function takeSamples(read: IdleTime) {
    const hours = (seconds: number) => numberIn(locale, seconds / 3600);
    const source = t("diagnostics.samples.source", { samples: read.samples, from: read.from, to: read.to });
    set({
      kind: "idle",
      gpuHours: hours(read.idleGpuSeconds),
      ofGpuHours: hours(read.observedGpuSeconds),
      energyKwh: read.energyJoules === null ? "" : numberIn(locale, read.energyJoules / 3_600_000),
      source: source.slice(0, 200),
    });
  }

  async function submit() {
    const names = what === "effort" ? (["hours"] as const) : (["gpuHours", "ofGpuHours"] as const);
    const found: Record<string, string> = {};
    for (const name of names) if (parseTypedNumber(values[name], habit) === null) found[name] = "number";
    if (asksEnergy && values.energyKwh !== "" && parseTypedNumber(values.energyKwh, habit) === null)
      found.energyKwh = "number";
    if (what === "diagnostic" && values.source.trim() === "") found.source = "too_small";
    if (!errors.check(found)) return;
    const canonical = (text: string): string => parseTypedNumber(text, habit) ?? "";
    const stored = await write(() =>
      what === "effort"
        ? recordEffortHours({ ...days, hours: canonical(values.hours), note: values.note })
        : recordIdleTime({
            ...days,
            kind: values.kind as (typeof KINDS)[number],
            gpuHours: canonical(values.gpuHours),
            ofGpuHours: canonical(values.ofGpuHours),
            ...(asksEnergy && values.energyKwh !== "" ? { energyKwh: canonical(values.energyKwh) } : {}),
            source: values.source,
          }),
    );
    if (!stored) return;
    setDone(true);
    setValues({ ...values, gpuHours: "", ofGpuHours: "", energyKwh: "", hours: "", note: "" });
    router.refresh();
  }

  const beside = errors.of(failure);
  const summary = errors.summary(failure);
  const number = (name: "gpuHours" | "ofGpuHours" | "energyKwh" | "hours", label: string) => (
    <NumberInput
      id={`${prefix}-${name}`}
      label={label}
      value={values[name]}
      example={EXAMPLE[name]}
      error={beside[name]}
      onChange={(text) => set({ [name]: text })}
    />
  );
  return (
    <form
      noValidate
      className="flex max-w-3xl flex-col gap-4"
      onSubmit={(e) => {
        e.preventDefault();
        void submit();
      }}
    >
      <FormProblems title={t("outputs.form.errors")} fields={summary} error={error} />
      <DayFields
        prefix={prefix}
        briefs={briefs}
        values={days}
        errors={beside}
        onChange={(change) => setDays({ ...days, ...change })}
      />
      {what === "effort" ? (
        <div className="fields gap-4 sm:grid-cols-2">
          {number("hours", t("efforts.hours"))}
          <Field id="eff-note" label={t("outputs.note2")}>
            <Input
              id="eff-note"
              placeholder={example("effort")}
              value={values.note}
              onChange={(e) => set({ note: e.target.value })}
            />
          </Field>
        </div>
      ) : (
        <>
          <ReadSamples onRead={takeSamples} />
          <div className="fields gap-4 sm:grid-cols-2">
            <Field id="dia-kind" label={t("diagnostics.kind")}>
              <Select id="dia-kind" value={values.kind} onChange={(e) => set({ kind: e.target.value })}>
                {KINDS.map((k) => (
                  <option key={k} value={k}>
                    {t(`diagnostics.kinds.${k}`)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field id="dia-source" label={t("diagnostics.source")} error={beside.source}>
              <Input
                id="dia-source"
                value={values.source}
                placeholder={t("diagnostics.sourceHint")}
                onChange={(e) => set({ source: e.target.value })}
              />
            </Field>
            {number("gpuHours", t("diagnostics.hours"))}
            {number("ofGpuHours", t("diagnostics.of"))}
            {asksEnergy ? number("energyKwh", t("diagnostics.energy")) : null}
          </div>
        </>
      )}
      <div className="flex items-center gap-3">
        <Button type="submit" pending={pending}>
          {t(what === "effort" ? "efforts.submit" : "diagnostics.submit")}
        </Button>
        <span role="status" className="text-sm text-good">
          {done ? t("outputs.form.done") : ""}
        </span>
      </div>
    </form>
  );
}
