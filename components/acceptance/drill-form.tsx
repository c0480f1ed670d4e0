"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import { DRILL_RESULTS, type DrillFields, drillFrom, fieldsOf } from "./drill-fields";
import { EvidenceChoice } from "./evidence-choice";
import { SaveRow } from "./save-row";
import { type CardEdit, useCard } from "./use-card";

const TEXTS = ["interrupted", "retriedBy"] as const;
const MINUTES = ["checkpointAgeMinutes", "workLostMinutes", "resumeMinutes"] as const;

const EXAMPLE_MINUTES = { checkpointAgeMinutes: "10", workLostMinutes: "12", resumeMinutes: "4" } as const;

/** What was interrupted, what was lost, who retried, how long it took. */
export function DrillForm({ edit, today }: { edit: CardEdit; today: string }) {
  const t = useTranslations();
  const { save, pending, saved, error } = useCard(edit);
  const [fields, setFields] = useState<DrillFields>(() => fieldsOf(edit.card.drill, today));
  const [evidenceIds, setEvidence] = useState<string[]>(edit.card.drill?.evidenceIds ?? []);
  const [faults, setFaults] = useState<readonly (keyof DrillFields)[]>([]);
  const set = (change: Partial<DrillFields>) => setFields((f) => ({ ...f, ...change }));
  const word = (key: string) => t(`acceptance.drill.${key}`);
  const control = (key: keyof DrillFields) => ({
    id: `drill-${key}`,
    value: fields[key],
    "aria-invalid": faults.includes(key) || undefined,
    "aria-describedby": faults.includes(key) ? `drill-${key}-error` : undefined,
  });

  function submit(e: FormEvent) {
    e.preventDefault();
    const read = drillFrom(fields, evidenceIds);
    setFaults(read.ok ? [] : read.faults);
    if (read.ok) void save((card) => ({ ...card, drill: read.drill }));
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <div className="fields gap-3 sm:grid-cols-2">
        <Field
          id="drill-at"
          label={word("at")}
          hint={t("review.drill.atHint", { zone: "UTC" })}
          error={faults.includes("at") ? t("review.drill.atMissing") : null}
        >
          <Input type="datetime-local" {...control("at")} onChange={(e) => set({ at: e.target.value })} />
        </Field>
        <Field id="drill-result" label={word("result")}>
          <Select {...control("result")} onChange={(e) => set({ result: e.target.value as DrillFields["result"] })}>
            {DRILL_RESULTS.map((r) => (
              <option key={r} value={r}>
                {t(`acceptance.drillResults.${r}`)}
              </option>
            ))}
          </Select>
        </Field>
        {TEXTS.map((key) => (
          <Field key={key} id={`drill-${key}`} label={word(key)}>
            <Input
              {...control(key)}
              placeholder={t(`examples.${key}`)}
              maxLength={4000}
              onChange={(e) => set({ [key]: e.target.value })}
            />
          </Field>
        ))}
        {MINUTES.map((key) => (
          <Field
            key={key}
            id={`drill-${key}`}
            label={word(key)}
            optional={key === "checkpointAgeMinutes" ? t("common.optional") : undefined}
            error={faults.includes(key) ? t("review.drill.minutesMissing") : null}
          >
            <Input
              inputMode="decimal"
              {...control(key)}
              placeholder={EXAMPLE_MINUTES[key]}
              onChange={(e) => set({ [key]: e.target.value })}
            />
          </Field>
        ))}
      </div>
      <EvidenceChoice id="drill" choices={edit.choices} chosen={evidenceIds} onChange={setEvidence} />
      <SaveRow label={t("review.drill.save")} pending={pending} saved={saved} error={error}>
        {edit.card.drill ? (
          <Button tone="ghost" pending={pending} onClick={() => save((card) => ({ ...card, drill: null }))}>
            {t("review.drill.remove")}
          </Button>
        ) : null}
      </SaveRow>
    </form>
  );
}
