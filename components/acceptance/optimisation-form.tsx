"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { ErrorSummary } from "@/components/ui/error-summary";
import { Checkbox, Field, Input, Select } from "@/components/ui/field";
import { SPEED_UNITS } from "@/lib/acceptance/names";
import type { Optimisation } from "@/lib/acceptance/schema";
import { optimisationFault } from "@/lib/acceptance/tuning";
import { parseDecimal } from "@/lib/money/money";
import { SaveRow } from "./save-row";
import { type CardEdit, useCard } from "./use-card";

const TEXTS = ["setting", "from", "to", "quality"] as const;
const NUMBERS = ["speedBefore", "speedAfter", "qualityBefore", "qualityAfter"] as const;
type FieldName = (typeof TEXTS)[number] | (typeof NUMBERS)[number];
type Fault = "text" | "number" | "two-changes" | "no-change";

/** One change as it is written down, with figures of before and after. */
const EXAMPLE: Readonly<Record<FieldName, string>> = {
  setting: "max_num_seqs",
  from: "64",
  to: "256",
  quality: "MMLU",
  speedBefore: "1840",
  speedAfter: "2910",
  qualityBefore: "0.71",
  qualityAfter: "0.71",
};

const EMPTY: Readonly<Record<FieldName, string>> = {
  setting: "",
  from: "",
  to: "",
  quality: "",
  speedBefore: "",
  speedAfter: "",
  qualityBefore: "",
  qualityAfter: "",
};

const readNumber = (text: string): number | null => {
  const read = parseDecimal(text.trim());
  return read?.gte(0) ? read.toNumber() : null;
};

/** One change with speed and quality before and after; two in one entry are refused here, and again where it is stored. */
export function OptimisationForm({ edit }: { edit: CardEdit }) {
  const t = useTranslations("review.tuning");
  const example = useTranslations("examples");
  const common = useTranslations("common");
  const { save, pending, saved, error } = useCard(edit);
  const [values, setValues] = useState(EMPTY);
  const [unit, setUnit] = useState<Optimisation["unit"]>("tokens/s");
  const [runs, setRuns] = useState({ runBefore: "", runAfter: "" });
  const [kept, setKept] = useState(true);
  const [note, setNote] = useState("");
  const [faults, setFaults] = useState<Partial<Record<FieldName, Fault>>>({});

  function submit(e: FormEvent) {
    e.preventDefault();
    const numbers = Object.fromEntries(NUMBERS.map((n) => [n, readNumber(values[n])]));
    const found: Partial<Record<FieldName, Fault>> = {
      ...Object.fromEntries(TEXTS.filter((n) => values[n].trim() === "").map((n) => [n, "text"])),
      ...Object.fromEntries(NUMBERS.filter((n) => numbers[n] === null).map((n) => [n, "number"])),
    };
    const entry: Optimisation = {
      setting: values.setting.trim(),
      from: values.from.trim(),
      to: values.to.trim(),
      unit,
      quality: values.quality.trim(),
      speedBefore: numbers.speedBefore ?? 0,
      speedAfter: numbers.speedAfter ?? 0,
      qualityBefore: numbers.qualityBefore ?? 0,
      qualityAfter: numbers.qualityAfter ?? 0,
      kept,
      note,
      runBefore: runs.runBefore || null,
      runAfter: runs.runAfter || null,
    };
    const fault = optimisationFault(entry);
    if (fault && !found.setting) found[fault === "no-change" ? "to" : "setting"] = fault;
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    void save((card) => ({ ...card, optimisations: [...card.optimisations, entry] }));
  }
  const names = [...TEXTS, ...NUMBERS].filter((n) => faults[n]);
  const control = (name: FieldName) => ({
    id: `tuning-${name}`,
    value: values[name],
    maxLength: 120,
    "aria-invalid": faults[name] !== undefined || undefined,
    "aria-describedby": faults[name] ? `tuning-${name}-error` : undefined,
  });
  const field = (name: FieldName) => {
    const fault = faults[name];
    const numeric = (NUMBERS as readonly string[]).includes(name);
    return (
      <Field key={name} id={`tuning-${name}`} label={t(name)} error={fault ? t(`faults.${fault}`) : null}>
        <Input
          {...control(name)}
          placeholder={EXAMPLE[name]}
          {...(numeric && { inputMode: "decimal" as const, autoComplete: "off" })}
          onChange={(e) => setValues({ ...values, [name]: e.target.value })}
        />
      </Field>
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <ErrorSummary
        title={common("errorSummary", { count: names.length })}
        errors={names.map((n) => ({ fieldId: `tuning-${n}`, text: `${t(n)}: ${t(`faults.${faults[n] ?? "text"}`)}` }))}
      />
      <div className="fields gap-3 sm:grid-cols-3">{(["setting", "from", "to"] as const).map(field)}</div>
      <div className="fields gap-3 sm:grid-cols-3">
        <Field id="tuning-unit" label={t("unit")}>
          <Select
            id="tuning-unit"
            value={unit}
            onChange={(e) => setUnit(SPEED_UNITS.find((u) => u === e.target.value) ?? "tokens/s")}
          >
            {SPEED_UNITS.map((u) => (
              <option key={u}>{u}</option>
            ))}
          </Select>
        </Field>
        {(["speedBefore", "speedAfter", "quality", "qualityBefore", "qualityAfter"] as const).map(field)}
      </div>
      <div className="fields gap-3 sm:grid-cols-2">
        {(["runBefore", "runAfter"] as const).map((name) => (
          <Field key={name} id={`tuning-${name}`} label={t(name)} optional={common("optional")}>
            <Select
              id={`tuning-${name}`}
              value={runs[name]}
              onChange={(e) => setRuns({ ...runs, [name]: e.target.value })}
            >
              <option value="">{t("noRun")}</option>
              {edit.choices.map((c) => (
                <option key={c.id} value={c.id}>
                  {c.label}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
      <Checkbox id="tuning-kept" label={t("keep")} checked={kept} onChange={(e) => setKept(e.target.checked)} />
      <Field id="tuning-note" label={t("why")} optional={common("optional")}>
        <Input
          id="tuning-note"
          placeholder={example("tuningNote")}
          value={note}
          maxLength={4000}
          onChange={(e) => setNote(e.target.value)}
        />
      </Field>
      <SaveRow label={t("addOptimisation")} pending={pending} saved={saved} error={error} />
    </form>
  );
}
