"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { ErrorSummary } from "@/components/ui/error-summary";
import { Field, Select, Textarea } from "@/components/ui/field";
import { Callout, Section } from "@/components/ui/surface";
import { ANY_COMPONENTS, type AnyComponent } from "@/lib/ledger/components";
import { correctLedgerEntry } from "@/lib/ledger/server/actions";
import { parseTypedNumber } from "@/lib/units/quantity";
import { NumberInput } from "./number-input";
import { useFormErrors } from "./use-form-errors";
import { useNumberHabit } from "./use-number-habit";

interface CorrectProps {
  readonly month: string;
  readonly id: string;
  readonly currency: string;
  readonly component: string;
  readonly billed: string;
  readonly effective: string;
  readonly brief: number | null;
  readonly briefs: readonly { readonly number: number; readonly title: string }[];
}

/** A reversal with its reason, and where wanted the entry that takes the other's place. */
export function CorrectForm(props: CorrectProps) {
  const t = useTranslations("ledger");
  const example = useTranslations("examples");
  const common = useTranslations("common");
  const router = useRouter();
  const habit = useNumberHabit();
  const { write, pending, error, failure } = useWrite();
  const typed = (amount: string): string => amount.replace(".", habit.decimal);
  const [reason, setReason] = useState("");
  const [instead, setInstead] = useState(false);
  const [component, setComponent] = useState(props.component);
  const [brief, setBrief] = useState(props.brief === null ? "" : String(props.brief));
  const [billed, setBilled] = useState(typed(props.billed));
  const [effective, setEffective] = useState(typed(props.effective));
  const errors = useFormErrors("correct", {
    reason: t("correct.reason"),
    billed: t("correct.billed", { currency: props.currency }),
    effective: t("correct.effective", { currency: props.currency }),
  });

  async function submit() {
    const amounts = { billed: parseTypedNumber(billed, habit), effective: parseTypedNumber(effective, habit) };
    const found: Record<string, string> = {};
    if (reason.trim().length < 3) found.reason = "too_small";
    if (instead && amounts.billed === null) found.billed = "number";
    if (instead && amounts.effective === null) found.effective = "number";
    if (!errors.check(found)) return;
    const replacement = instead
      ? {
          component: component as AnyComponent,
          billed: amounts.billed ?? "",
          effective: amounts.effective ?? "",
          brief: brief === "" ? null : Number(brief),
        }
      : null;
    const { month, id } = props;
    const done = await write(() => correctLedgerEntry({ month, id, reason, instead: replacement }));
    if (!done) return;
    const shown = done.instead ?? done.reversal;
    router.push(`/ledger/entry/${shown.month.slice(0, 7)}/${shown.id}`);
  }

  const beside = errors.of(failure);
  return (
    <Section id="correct" title={t("correct.title")} note={t("correct.note")}>
      <form
        noValidate
        className="flex max-w-2xl flex-col gap-4"
        onSubmit={(e) => {
          e.preventDefault();
          void submit();
        }}
      >
        <ErrorSummary
          title={common("errorSummary", { count: errors.summary(failure).length })}
          errors={errors.summary(failure)}
        />
        {error && errors.summary(failure).length === 0 ? (
          <Callout tone="bad" live>
            {error}
          </Callout>
        ) : null}
        <Field id="correct-reason" label={t("correct.reason")} hint={t("correct.reasonHint")} error={beside.reason}>
          <Textarea
            id="correct-reason"
            placeholder={example("correction")}
            value={reason}
            onChange={(e) => setReason(e.target.value)}
            aria-invalid={beside.reason ? true : undefined}
          />
        </Field>
        <fieldset className="flex flex-col gap-1">
          <legend className="text-sm font-medium">{t("correct.how")}</legend>
          {[false, true].map((value) => (
            <label key={String(value)} className="flex items-center gap-2 py-1 text-sm">
              <input type="radio" name="how" checked={instead === value} onChange={() => setInstead(value)} />
              {t(value ? "correct.instead" : "correct.only")}
            </label>
          ))}
        </fieldset>
        {instead ? (
          <div className="fields gap-4 sm:grid-cols-2">
            <Field id="correct-component" label={t("correct.component")}>
              <Select id="correct-component" value={component} onChange={(e) => setComponent(e.target.value)}>
                {ANY_COMPONENTS.map((c) => (
                  <option key={c} value={c}>
                    {t(`component.${c}`)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field id="correct-brief" label={t("correct.brief")}>
              <Select id="correct-brief" value={brief} onChange={(e) => setBrief(e.target.value)}>
                <option value="">{t("correct.none")}</option>
                {props.briefs.map((b) => (
                  <option key={b.number} value={b.number}>{`BRF-${b.number} ${b.title}`}</option>
                ))}
              </Select>
            </Field>
            <NumberInput
              id="correct-billed"
              label={t("correct.billed", { currency: props.currency })}
              value={billed}
              example="120"
              unit={props.currency}
              error={beside.billed}
              onChange={setBilled}
            />
            <NumberInput
              id="correct-effective"
              label={t("correct.effective", { currency: props.currency })}
              value={effective}
              example="96"
              unit={props.currency}
              error={beside.effective}
              onChange={setEffective}
            />
          </div>
        ) : null}
        <Button type="submit" tone="danger" pending={pending} className="self-start">
          {t("correct.submit")}
        </Button>
      </form>
    </Section>
  );
}
