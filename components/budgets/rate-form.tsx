"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormProblems } from "@/components/ledger/form-problems";
import { NumberInput } from "@/components/ledger/number-input";
import { useFormErrors } from "@/components/ledger/use-form-errors";
import { useNumberHabit } from "@/components/ledger/use-number-habit";
import { offerUndo } from "@/components/shell/offer-undo";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Checkbox, describedBy, Field, Input } from "@/components/ui/field";
import { Section } from "@/components/ui/surface";
import { restateExchangeRate, stateExchangeRate } from "@/lib/ledger/server/actions";
import { parseTypedNumber } from "@/lib/units/quantity";

/** A date has the browser's own hint. */
const EXAMPLE = { from: "EUR", to: "USD", dated: undefined, source: "ECB" } as const;

/** Takes a rate with its date and source, or takes an earlier one of the same day back. */
export function RateForm({ currency }: { currency: string }) {
  const t = useTranslations("budgets.rates.form");
  const common = useTranslations("common");
  const undo = useTranslations("undo.said");
  const router = useRouter();
  const habit = useNumberHabit();
  const { write, pending, error, failure } = useWrite();
  const start = { from: "", to: currency, dated: "", rate: "", source: "", takeBack: false };
  const [values, setValues] = useState(start);
  const [done, setDone] = useState(false);
  const errors = useFormErrors("rate", {
    from: t("from"),
    to: t("to"),
    dated: t("dated"),
    rate: t("rate"),
    source: t("source"),
  });
  const set = (change: Partial<typeof start>) => {
    setDone(false);
    setValues({ ...values, ...change });
  };

  async function submit() {
    const { takeBack, ...rest } = values;
    const rate = takeBack ? null : parseTypedNumber(values.rate, habit);
    const found: Record<string, string> = {};
    for (const name of ["from", "to"] as const) if (!/^[A-Z]{3}$/.test(values[name])) found[name] = "other";
    if (values.from === values.to) found.to = "other";
    if (!takeBack && (rate === null || Number(rate) <= 0)) found.rate = "number";
    if (values.dated === "") found.dated = "invalid_date";
    if (values.source.trim().length < 3) found.source = "too_small";
    if (!errors.check(found)) return;
    const stated = await write(() => stateExchangeRate({ ...rest, rate }));
    if (!stated) return;
    const { id, undoable } = stated;
    const what = `${values.from}/${values.to}, ${values.dated}`;
    if (undoable) offerUndo({ said: undo("rate", { what }), undo: () => restateExchangeRate({ id }) });
    setDone(true);
    setValues({ ...values, rate: "", takeBack: false });
    router.refresh();
  }

  const beside = errors.of(failure);
  const summary = errors.summary(failure);
  const field = (name: "from" | "to" | "dated" | "source", type: string, hint?: string) => (
    <Field id={`rate-${name}`} label={t(name)} hint={hint} error={beside[name]}>
      <Input
        id={`rate-${name}`}
        placeholder={EXAMPLE[name]}
        type={type}
        value={values[name]}
        onChange={(e) =>
          set({ [name]: name === "from" || name === "to" ? e.target.value.toUpperCase() : e.target.value })
        }
        aria-invalid={beside[name] ? true : undefined}
        aria-describedby={describedBy(`rate-${name}`, { hint, error: beside[name] })}
      />
    </Field>
  );
  return (
    <Section title={t("title")}>
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
          {field("from", "text")}
          {field("to", "text")}
          {values.takeBack ? null : (
            <NumberInput
              id="rate-rate"
              label={t("rate")}
              example="4"
              value={values.rate}
              unit={values.to}
              error={beside.rate}
              onChange={(rate) => set({ rate })}
            />
          )}
          {field("dated", "date")}
        </div>
        {field("source", "text", t("sourceHint"))}
        <Checkbox
          id="rate-take-back"
          label={t("takeBack")}
          checked={values.takeBack}
          onChange={(e) => set({ takeBack: e.target.checked })}
        />
        <div className="flex items-center gap-3">
          <Button type="submit" tone="primary" pending={pending}>
            {t("submit")}
          </Button>
          <span role="status" className="text-sm text-good">
            {done ? t("done") : ""}
          </span>
        </div>
      </form>
    </Section>
  );
}
