"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { offerUndo } from "@/components/shell/offer-undo";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Checkbox, describedBy, Field, Input } from "@/components/ui/field";
import { Section } from "@/components/ui/surface";
import { restateInvoiceTotal, stateInvoiceTotal } from "@/lib/ledger/server/actions";
import { parseTypedNumber } from "@/lib/units/quantity";
import { FormProblems } from "./form-problems";
import { NumberInput } from "./number-input";
import { useFormErrors } from "./use-form-errors";
import { useNumberHabit } from "./use-number-habit";

interface InvoiceProps {
  readonly month: string;
  readonly currency: string;
  readonly issuers: readonly string[];
}

const EXAMPLE = { issuer: "Lambda", invoiceId: "INV-2026-09", currency: "USD" } as const;

/** Takes the total of an invoice as a person reads it, or takes an earlier one back. */
export function InvoiceForm({ month, currency, issuers }: InvoiceProps) {
  const t = useTranslations("months.form");
  const example = useTranslations("examples");
  const common = useTranslations("common");
  const undo = useTranslations("undo.said");
  const router = useRouter();
  const habit = useNumberHabit();
  const { write, pending, error, failure } = useWrite();
  const start = { issuer: issuers[0] ?? "", invoiceId: "", amount: "", currency, source: "", takeBack: false };
  const [values, setValues] = useState(start);
  const [done, setDone] = useState(false);
  const errors = useFormErrors("invoice", {
    amount: t("amount"),
    currency: t("currency"),
    source: t("source"),
  });
  const set = (change: Partial<typeof start>) => {
    setDone(false);
    setValues({ ...values, ...change });
  };

  async function submit() {
    const { takeBack, ...rest } = values;
    const amount = takeBack ? null : parseTypedNumber(values.amount, habit);
    const found: Record<string, string> = {};
    if (!takeBack && amount === null) found.amount = "number";
    if (!/^[A-Z]{3}$/.test(values.currency)) found.currency = "other";
    if (values.source.trim().length < 3) found.source = "too_small";
    if (!errors.check(found)) return;
    const stated = await write(() => stateInvoiceTotal({ ...rest, month: `${month}-01`, amount }));
    if (!stated) return;
    const { id, undoable } = stated;
    const what = [values.issuer, values.invoiceId, values.currency].filter((part) => part !== "").join(" ");
    if (undoable) offerUndo({ said: undo("invoice", { what }), undo: () => restateInvoiceTotal({ id }) });
    setDone(true);
    setValues({ ...values, invoiceId: "", amount: "", takeBack: false });
    router.refresh();
  }

  const beside = errors.of(failure);
  const summary = errors.summary(failure);
  const text = (name: "issuer" | "invoiceId" | "currency" | "source", hint?: string) => (
    <Field
      id={`invoice-${name}`}
      label={t(name)}
      hint={hint}
      error={beside[name]}
      optional={name === "invoiceId" || name === "issuer" ? common("optional") : undefined}
    >
      <Input
        id={`invoice-${name}`}
        placeholder={{ ...EXAMPLE, source: example("source") }[name]}
        list={name === "issuer" ? "invoice-issuers" : undefined}
        value={values[name]}
        onChange={(e) => set({ [name]: name === "currency" ? e.target.value.toUpperCase() : e.target.value })}
        aria-invalid={beside[name] ? true : undefined}
        aria-describedby={describedBy(`invoice-${name}`, { hint, error: beside[name] })}
      />
    </Field>
  );
  return (
    <Section title={t("title")} note={t("note")}>
      <form
        noValidate
        className="flex max-w-3xl flex-col gap-4"
        onSubmit={(e) => {
          e.preventDefault();
          void submit();
        }}
      >
        <FormProblems title={common("errorSummary", { count: summary.length })} fields={summary} error={error} />
        <datalist id="invoice-issuers">
          {issuers.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div className="fields gap-4 sm:grid-cols-2">
          {text("issuer", t("issuerHint"))}
          {text("invoiceId")}
          {values.takeBack ? null : (
            <NumberInput
              id="invoice-amount"
              label={t("amount")}
              example="120"
              value={values.amount}
              unit={values.currency}
              error={beside.amount}
              onChange={(amount) => set({ amount })}
            />
          )}
          {text("currency")}
        </div>
        {text("source", t("sourceHint"))}
        <Checkbox
          id="invoice-take-back"
          label={t("takeBack")}
          checked={values.takeBack}
          onChange={(e) => set({ takeBack: e.target.checked })}
        />
        <div className="flex items-center gap-3">
          <Button type="submit" pending={pending}>
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
