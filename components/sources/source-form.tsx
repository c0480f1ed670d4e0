"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormProblems } from "@/components/ledger/form-problems";
import { useFormErrors } from "@/components/ledger/use-form-errors";
import { useNumberHabit } from "@/components/ledger/use-number-habit";
import { useWrite } from "@/components/shell/use-write";
import { Button, LinkButton } from "@/components/ui/button";
import { Section } from "@/components/ui/surface";
import { setBillSource } from "@/lib/ledger/server/actions";
import type { SourceTerms } from "@/lib/ledger/source-choices";
import { SourceFields } from "./source-fields";
import { readValues, type SourceValues, valuesOf } from "./source-values";

interface FormProps {
  readonly editing: { readonly id: string; readonly name: string; readonly terms: SourceTerms } | null;
  readonly currency: string;
  readonly timeZones: readonly string[];
}

const NAMES = [
  "name",
  "delivery",
  "holds",
  "basis",
  "currency",
  "timeZone",
  "taxIncludedPct",
  "sign",
  "monthHours",
  "briefTag",
  "teamTag",
  "stageTag",
  "resources",
] as const;

/** Takes a new source, or new terms of one. */
export function SourceForm({ editing, currency, timeZones }: FormProps) {
  const t = useTranslations("sources");
  const common = useTranslations("common");
  const router = useRouter();
  const habit = useNumberHabit();
  const { write, pending, error, failure } = useWrite();
  const [values, setValues] = useState<SourceValues>(() => valuesOf(editing?.name ?? "", editing?.terms));
  const [done, setDone] = useState("");
  const errors = useFormErrors("source", Object.fromEntries(NAMES.map((n) => [n, t(`field.${n}`)])));

  async function submit() {
    const read = readValues(values, habit);
    if (!errors.check(read.ok ? {} : read.fields) || !read.ok) return;
    const { name, terms } = read;
    if ((await write(() => setBillSource({ id: editing?.id ?? null, name, terms }))) === undefined) return;
    setDone(t("done", { name }));
    if (editing === null) setValues(valuesOf(""));
    router.refresh();
  }

  const summary = errors.summary(failure);
  return (
    <Section title={editing === null ? t("form.new") : t("form.edit", { name: editing.name })} note={t("form.note")}>
      <form
        noValidate
        className="flex max-w-3xl flex-col gap-5"
        onSubmit={(e) => {
          e.preventDefault();
          void submit();
        }}
      >
        <FormProblems title={common("errorSummary", { count: summary.length })} fields={summary} error={error} />
        <SourceFields
          values={values}
          errors={errors.of(failure)}
          currency={currency}
          timeZones={timeZones}
          onChange={(change) => {
            setDone("");
            setValues({ ...values, ...change });
          }}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" tone="primary" pending={pending}>
            {editing === null ? t("form.add") : t("form.save")}
          </Button>
          {editing === null ? null : (
            <LinkButton tone="ghost" href="/ledger/sources">
              {t("form.leave")}
            </LinkButton>
          )}
          <span role="status" className="text-sm text-good">
            {done}
          </span>
        </div>
      </form>
    </Section>
  );
}
