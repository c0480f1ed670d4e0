"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { AskFirst } from "@/components/shell/ask-first";
import { useWrite } from "@/components/shell/use-write";
import { ErrorSummary } from "@/components/ui/error-summary";
import { Checkbox, describedBy, Field, Input, Select } from "@/components/ui/field";
import { Section } from "@/components/ui/surface";
import { delegateSigning, endDelegation } from "@/lib/acceptance/server/actions";
import { parseDecimal } from "@/lib/money/money";
import { SaveRow } from "./save-row";

const FIELDS = ["to", "from", "until", "amount"] as const;
type FieldName = (typeof FIELDS)[number] | "briefs";

interface Props {
  readonly members: readonly { readonly id: string; readonly name: string }[];
  readonly briefs: readonly { readonly number: number; readonly title: string }[];
  readonly currency: string;
  readonly today: string;
}

/** Another member signs in one's place: who, when, up to which cost, and for which briefs. */
export function DelegationForm({ members, briefs, currency, today }: Props) {
  const t = useTranslations("review.settings.give");
  const summary = useTranslations("common");
  const { write, pending, error, failure } = useWrite();
  const [values, setValues] = useState({ to: "", from: today, until: "", amount: "" });
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [faults, setFaults] = useState<readonly FieldName[]>([]);
  const [saved, setSaved] = useState(false);
  const refused = (failure?.fields ?? []).flatMap(
    (f) => [...FIELDS, "briefs" as const].find((n) => n === f.path) ?? [],
  );
  const all = [...new Set([...faults, ...refused])];
  const set = (change: Partial<typeof values>) => {
    setSaved(false);
    setValues({ ...values, ...change });
  };

  async function submit(e: FormEvent) {
    e.preventDefault();
    const { to, from, until, amount } = values;
    const found: FieldName[] = [
      ...(to === "" ? ["to" as const] : []),
      ...(from === "" ? ["from" as const] : []),
      ...(until === "" || until < from || until < today ? ["until" as const] : []),
      ...(parseDecimal(amount)?.gt(0) === true ? [] : ["amount" as const]),
    ];
    setFaults(found);
    setSaved(false);
    if (found.length > 0) return;
    const done = await write(() => delegateSigning({ ...values, briefs: chosen.length > 0 ? [...chosen] : null }));
    if (done === undefined) return;
    setSaved(true);
    setValues({ to: "", from: today, until: "", amount: "" });
    setChosen([]);
  }
  const control = (name: (typeof FIELDS)[number], hint = false) => ({
    id: `give-${name}`,
    value: values[name],
    "aria-invalid": all.includes(name) || undefined,
    "aria-describedby": describedBy(`give-${name}`, { hint, error: all.includes(name) }),
  });
  const fault = (name: FieldName) => (all.includes(name) ? t(`faults.${name}`) : null);
  return (
    <Section id="give" title={t("title")}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <ErrorSummary
          title={summary("errorSummary", { count: all.length })}
          errors={all.map((n) => ({ fieldId: `give-${n}`, text: t(`faults.${n}`) }))}
        />
        <div className="fields gap-4 sm:grid-cols-2">
          <Field id="give-to" label={t("to")} error={fault("to")}>
            <Select {...control("to")} onChange={(e) => set({ to: e.target.value })}>
              <option value="">{t("choose")}</option>
              {members.map((m) => (
                <option key={m.id} value={m.id}>
                  {m.name}
                </option>
              ))}
            </Select>
          </Field>
          <Field id="give-amount" label={t("amount", { currency })} hint={t("amountHint")} error={fault("amount")}>
            <Input
              {...control("amount", true)}
              placeholder="5000"
              inputMode="decimal"
              autoComplete="off"
              maxLength={60}
              onChange={(e) => set({ amount: e.target.value })}
            />
          </Field>
          <Field id="give-from" label={t("from")} error={fault("from")}>
            <Input {...control("from")} type="date" onChange={(e) => set({ from: e.target.value })} />
          </Field>
          <Field id="give-until" label={t("until")} error={fault("until")}>
            <Input {...control("until")} type="date" min={today} onChange={(e) => set({ until: e.target.value })} />
          </Field>
        </div>
        {briefs.length > 0 ? (
          <fieldset id="give-briefs" className="min-w-0">
            <legend className="text-sm font-medium">{t("only")}</legend>
            <p className="text-[0.8125rem] text-muted">{t("onlyHint")}</p>
            <div className="mt-1 grid max-h-64 gap-x-4 overflow-y-auto sm:grid-cols-2">
              {briefs.map((b) => (
                <Checkbox
                  key={b.number}
                  id={`give-brief-${b.number}`}
                  label={`BRF-${b.number} ${b.title}`}
                  checked={chosen.includes(b.number)}
                  onChange={(e) =>
                    setChosen(e.target.checked ? [...chosen, b.number] : chosen.filter((n) => n !== b.number))
                  }
                />
              ))}
            </div>
          </fieldset>
        ) : null}
        <SaveRow label={t("button")} pending={pending} saved={saved} error={error} />
      </form>
    </Section>
  );
}

export function EndDelegation({ id, to }: { id: string; to: string }) {
  const t = useTranslations("review.settings.delegations");
  const cannot = useTranslations("undo.cannot");
  const { write, pending, error } = useWrite();
  return (
    <>
      <AskFirst
        label={t("end")}
        name={to}
        tone="secondary"
        warning={cannot("delegation")}
        pending={pending}
        onSure={() => void write(() => endDelegation({ id }))}
      />
      <span role="status" className="block text-[0.8125rem] text-bad">
        {error ?? ""}
      </span>
    </>
  );
}
