"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import Link from "@/components/ui/link";
import { Callout, Section } from "@/components/ui/surface";
import { ANY_COMPONENTS } from "@/lib/ledger/components";
import { overlapIn } from "@/lib/ledger/overlap";
import { enterEntry } from "@/lib/ledger/server/actions";
import { parseTypedNumber } from "@/lib/units/quantity";
import { FormProblems } from "./form-problems";
import { NumberInput } from "./number-input";
import { OverlapBeside } from "./overlap-beside";
import { useFormErrors } from "./use-form-errors";
import { useNumberHabit } from "./use-number-habit";

/** A person knows what a charge is for: unclassified is for files. */
const TYPED = ANY_COMPONENTS.filter((c) => c !== "unclassified");

interface ManualProps {
  readonly briefs: readonly { readonly number: number; readonly title: string }[];
  readonly currency: string;
  readonly timeZone: string;
  /** `2026-09-14` */
  readonly today: string;
}

function firstOfNextMonth(today: string): string {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, "0")}-01`;
}

const EXAMPLE = { resource: "i-0a1b2c3d4e", account: "123456789012", invoiceId: "INV-2026-09" } as const;

export function ManualForm({ briefs, currency, timeZone, today }: ManualProps) {
  const t = useTranslations("ledger");
  const example = useTranslations("examples");
  const common = useTranslations("common");
  const habit = useNumberHabit();
  const { write, pending, error, failure } = useWrite();
  const [stored, setStored] = useState<{ month: string; id: string } | null>(null);
  const [values, setValues] = useState({
    component: "support" as (typeof TYPED)[number],
    amount: "",
    currency,
    from: `${today.slice(0, 8)}01`,
    until: firstOfNextMonth(today),
    invoiceId: "",
    account: "",
    resource: "",
    description: "",
    brief: "",
  });
  const names = ["amount", "currency", "from", "until", "description", "resource", "account"] as const;
  const labels = Object.fromEntries(names.map((n) => [n, t(`manual.${n}`)]));
  const errors = useFormErrors("manual", { ...labels, invoiceId: t("manual.invoice") });
  const set = (change: Partial<typeof values>) => {
    setStored(null);
    setValues({ ...values, ...change });
  };

  async function submit() {
    const amount = parseTypedNumber(values.amount, habit);
    const found: Record<string, string> = {};
    if (amount === null) found.amount = "number";
    if (!/^[A-Z]{3}$/.test(values.currency)) found.currency = "other";
    if (values.description.trim() === "") found.description = "too_small";
    if (!errors.check(found)) return;
    const input = { ...values, amount: amount ?? "", brief: values.brief === "" ? null : Number(values.brief) };
    const done = await write(() => enterEntry({ ...input, component: values.component }));
    if (!done) return;
    setStored(done);
    setValues({ ...values, amount: "", description: "", invoiceId: "" });
  }

  const overlap = failure?.code === "LEDGER_OVERLAP" ? overlapIn(failure.data) : null;
  const beside = errors.of(failure);
  const summary = errors.summary(failure);
  const text = (name: "description" | "resource" | "account" | "invoiceId", label: string, hint?: string) => (
    <Field
      id={`manual-${name}`}
      label={label}
      hint={hint}
      error={beside[name]}
      optional={name === "description" ? undefined : common("optional")}
    >
      <Input
        id={`manual-${name}`}
        placeholder={{ ...EXAMPLE, description: example("charge") }[name]}
        value={values[name]}
        onChange={(e) => set({ [name]: e.target.value })}
        aria-invalid={beside[name] ? true : undefined}
      />
    </Field>
  );
  return (
    <Section>
      <form
        noValidate
        className="flex max-w-3xl flex-col gap-4"
        onSubmit={(e) => {
          e.preventDefault();
          void submit();
        }}
      >
        {overlap === null ? (
          <FormProblems title={common("errorSummary", { count: summary.length })} fields={summary} error={error} />
        ) : (
          <OverlapBeside error={error ?? ""} existing={overlap} own={values} timeZone={timeZone} />
        )}
        {stored ? (
          <Callout tone="good" live>
            {t("manual.done")}{" "}
            <Link className="font-medium underline" href={`/ledger/entry/${stored.month.slice(0, 7)}/${stored.id}`}>
              {t("manual.open")}
            </Link>
          </Callout>
        ) : null}
        {text("description", t("manual.description"))}
        <div className="fields gap-4 sm:grid-cols-3">
          <Field id="manual-component" label={t("manual.component")}>
            <Select
              id="manual-component"
              value={values.component}
              onChange={(e) => set({ component: TYPED.find((c) => c === e.target.value) ?? values.component })}
            >
              {TYPED.map((c) => (
                <option key={c} value={c}>
                  {t(`component.${c}`)}
                </option>
              ))}
            </Select>
          </Field>
          <NumberInput
            id="manual-amount"
            label={t("manual.amount")}
            hint={t("manual.amountHint")}
            example="120"
            value={values.amount}
            unit={values.currency}
            error={beside.amount}
            onChange={(amount) => set({ amount })}
          />
          <Field id="manual-currency" label={t("manual.currency")} error={beside.currency}>
            <Input
              id="manual-currency"
              placeholder="USD"
              value={values.currency}
              maxLength={3}
              onChange={(e) => set({ currency: e.target.value.toUpperCase() })}
            />
          </Field>
        </div>
        <div className="fields gap-4 sm:grid-cols-2">
          {(["from", "until"] as const).map((name) => (
            <Field
              key={name}
              id={`manual-${name}`}
              label={t(`manual.${name}`)}
              hint={t("manual.zoneHint", { zone: timeZone })}
              error={beside[name]}
            >
              <Input
                id={`manual-${name}`}
                type="date"
                value={values[name]}
                onChange={(e) => set({ [name]: e.target.value })}
                aria-invalid={beside[name] ? true : undefined}
              />
            </Field>
          ))}
          <Field id="manual-brief" label={t("manual.brief")} className="sm:col-span-2">
            <Select id="manual-brief" value={values.brief} onChange={(e) => set({ brief: e.target.value })}>
              <option value="">{t("manual.byRental")}</option>
              {briefs.map((b) => (
                <option key={b.number} value={b.number}>{`BRF-${b.number} ${b.title}`}</option>
              ))}
            </Select>
          </Field>
        </div>
        {text("resource", t("manual.resource"), t("manual.resourceHint"))}
        <div className="fields gap-4 sm:grid-cols-2">
          {text("account", t("manual.account"))}
          {text("invoiceId", t("manual.invoice"))}
        </div>
        <Button type="submit" tone="primary" pending={pending} className="self-start">
          {t("manual.submit")}
        </Button>
      </form>
    </Section>
  );
}
