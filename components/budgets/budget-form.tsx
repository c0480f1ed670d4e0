"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormProblems } from "@/components/ledger/form-problems";
import { NumberInput } from "@/components/ledger/number-input";
import { useFormErrors } from "@/components/ledger/use-form-errors";
import { useNumberHabit } from "@/components/ledger/use-number-habit";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { describedBy, Field, Input, Select } from "@/components/ui/field";
import { Section } from "@/components/ui/surface";
import { BUDGET_MEASURES, type BudgetMeasure } from "@/lib/ledger/budget";
import { setBudget } from "@/lib/ledger/server/actions";
import { parseTypedNumber } from "@/lib/units/quantity";

interface BudgetFormProps {
  readonly briefs: readonly { readonly number: number; readonly title: string }[];
  readonly currency: string;
}

/** Sets a limit for every month from now on. */
export function BudgetForm({ briefs, currency }: BudgetFormProps) {
  const t = useTranslations("budgets.budgets");
  const example = useTranslations("examples");
  const common = useTranslations("common");
  const router = useRouter();
  const habit = useNumberHabit();
  const { write, pending, error, failure } = useWrite();
  const start = { name: "", brief: "", measure: "amount" as BudgetMeasure, limit: "", currency, warn: "80" };
  const [values, setValues] = useState(start);
  const [done, setDone] = useState(false);
  const errors = useFormErrors("budget", {
    name: t("form.name"),
    brief: t("form.brief"),
    limit: t("form.limit"),
    currency: t("form.currency"),
    warn: t("form.warn"),
  });
  const money = values.measure === "amount" || values.measure === "per-output";
  const unit =
    values.measure === "gpu-hours" || values.measure === "idle-percent" ? t(`unit.${values.measure}`) : values.currency;
  const set = (change: Partial<typeof start>) => {
    setDone(false);
    setValues({ ...values, ...change });
  };

  async function submit() {
    const limit = parseTypedNumber(values.limit, habit);
    const warnPercent = Number(values.warn);
    const found: Record<string, string> = {};
    if (values.name.trim() === "") found.name = "too_small";
    if (limit === null || Number(limit) <= 0) found.limit = "number";
    else if (values.measure === "idle-percent" && Number(limit) > 100) found.limit = "too_big";
    if (money && !/^[A-Z]{3}$/.test(values.currency)) found.currency = "other";
    if (values.measure === "per-output" && values.brief === "") found.brief = "too_small";
    if (!Number.isInteger(warnPercent) || warnPercent < 1 || warnPercent > 100) found.warn = "whole";
    if (!errors.check(found) || limit === null) return;
    const made = await write(() =>
      setBudget({
        name: values.name,
        brief: values.brief === "" ? null : Number(values.brief),
        measure: values.measure,
        currency: money ? values.currency : null,
        limit,
        warnPercent,
      }),
    );
    if (made === undefined) return;
    setDone(true);
    setValues({ ...start, measure: values.measure });
    router.refresh();
  }

  const beside = errors.of(failure);
  const summary = errors.summary(failure);
  const briefHint = values.measure === "per-output" ? t("form.briefNeeded") : undefined;
  return (
    <Section title={t("form.title")} note={t(`measureNote.${values.measure}`)}>
      <form
        noValidate
        className="flex max-w-3xl flex-col gap-4"
        onSubmit={(e) => {
          e.preventDefault();
          void submit();
        }}
      >
        <FormProblems title={common("errorSummary", { count: summary.length })} fields={summary} error={error} />
        <div className="fields gap-4 sm:grid-cols-2">
          <Field id="budget-measure" label={t("form.measure")}>
            <Select
              id="budget-measure"
              value={values.measure}
              onChange={(e) => set({ measure: BUDGET_MEASURES.find((m) => m === e.target.value) ?? "amount" })}
            >
              {BUDGET_MEASURES.map((m) => (
                <option key={m} value={m}>
                  {t(`measure.${m}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field id="budget-name" label={t("form.name")} error={beside.name}>
            <Input
              id="budget-name"
              placeholder={example("budget")}
              value={values.name}
              maxLength={120}
              onChange={(e) => set({ name: e.target.value })}
              aria-invalid={beside.name ? true : undefined}
              aria-describedby={describedBy("budget-name", { error: beside.name })}
            />
          </Field>
          <Field id="budget-brief" label={t("form.brief")} hint={briefHint} error={beside.brief}>
            <Select
              id="budget-brief"
              value={values.brief}
              onChange={(e) => set({ brief: e.target.value })}
              aria-invalid={beside.brief ? true : undefined}
              aria-describedby={describedBy("budget-brief", { hint: briefHint, error: beside.brief })}
            >
              <option value="">{t("workspace")}</option>
              {briefs.map((b) => (
                <option key={b.number} value={b.number}>{`BRF-${b.number} ${b.title}`}</option>
              ))}
            </Select>
          </Field>
          <NumberInput
            id="budget-limit"
            label={t("form.limit")}
            example={values.measure === "idle-percent" ? "20" : "5000"}
            value={values.limit}
            unit={unit}
            error={beside.limit}
            onChange={(limit) => set({ limit })}
          />
          {money ? (
            <Field id="budget-currency" label={t("form.currency")} error={beside.currency}>
              <Input
                id="budget-currency"
                placeholder="USD"
                value={values.currency}
                maxLength={3}
                onChange={(e) => set({ currency: e.target.value.toUpperCase() })}
                aria-invalid={beside.currency ? true : undefined}
                aria-describedby={describedBy("budget-currency", { error: beside.currency })}
              />
            </Field>
          ) : null}
          <Field id="budget-warn" label={`${t("form.warn")} (${t("form.warnUnit")})`} error={beside.warn}>
            <Input
              id="budget-warn"
              placeholder="80"
              inputMode="numeric"
              value={values.warn}
              onChange={(e) => set({ warn: e.target.value })}
              aria-invalid={beside.warn ? true : undefined}
              aria-describedby={describedBy("budget-warn", { error: beside.warn })}
            />
          </Field>
        </div>
        <div className="flex items-center gap-3">
          <Button type="submit" tone="primary" pending={pending}>
            {t("form.submit")}
          </Button>
          <span role="status" className="text-sm text-good">
            {done ? t("form.done") : ""}
          </span>
        </div>
      </form>
    </Section>
  );
}
