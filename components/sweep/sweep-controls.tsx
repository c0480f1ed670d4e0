"use client";
import { useTranslations } from "next-intl";
import { useUnknownModel } from "@/components/memory/unknown-model";
import { TypedNumber } from "@/components/offer/typed-number";
import { describedBy, Field, Input, Select } from "@/components/ui/field";
import { listOf, type SweepParam, sweepFieldId } from "./sweep-values";

interface ControlProps {
  readonly name: SweepParam;
  readonly value: string;
  readonly fault: boolean;
  readonly onChange: (value: string) => void;
}

/** What is wrong with an answer that cannot be used; of a model also which ones may have been meant. */
export function useFaultWords(): (name: SweepParam, value: string) => string {
  const t = useTranslations("sweep");
  const unknownModel = useUnknownModel();
  return (name, value) => (name === "model" ? unknownModel(value) : t("unreadable"));
}

/** What one writes in a field of text or number, as it can be typed in every language. */
const EXAMPLE: Partial<Readonly<Record<SweepParam, string>>> = {
  model: "meta-llama/Llama-3.1-8B",
  conc: "16",
  in: "1024",
  out: "256",
  ttft: "500",
  tpot: "50",
  perHour: "2000",
  duty: "60",
  acceptance: "95",
  tps: "40000",
  contexts: "8192, 32768",
  places: "EU",
};

function useWords(name: SweepParam, value: string, fault: boolean) {
  const t = useTranslations("sweep");
  const faultWords = useFaultWords();
  const id = sweepFieldId(name);
  const hint = t(`fields.${name}.why`);
  const error = fault ? faultWords(name, value) : undefined;
  return {
    id,
    frame: { id, label: t(`fields.${name}.label`), hint, error },
    shared: { id, "aria-describedby": describedBy(id, { hint, error }), "aria-invalid": error ? true : undefined },
  };
}

export function NumberControl({ name, value, fault, onChange }: ControlProps) {
  const { frame, shared } = useWords(name, value, fault);
  return (
    <Field {...frame}>
      <TypedNumber {...shared} placeholder={EXAMPLE[name]} value={value} onChange={onChange} />
    </Field>
  );
}

export function TextControl({ name, value, fault, onChange, list }: ControlProps & { list?: string }) {
  const { frame, shared } = useWords(name, value, fault);
  return (
    <Field {...frame}>
      <Input
        {...shared}
        placeholder={EXAMPLE[name]}
        list={list}
        autoComplete="off"
        value={value}
        onChange={(e) => onChange(e.target.value)}
      />
    </Field>
  );
}

export function ChoiceControl({
  name,
  value,
  fault,
  onChange,
  options,
}: ControlProps & { options: readonly { readonly value: string; readonly label: string }[] }) {
  const { frame, shared } = useWords(name, value, fault);
  return (
    <Field {...frame}>
      <Select {...shared} value={value} onChange={(e) => onChange(e.target.value)}>
        {options.map((o) => (
          <option key={o.value} value={o.value}>
            {o.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** Several answers at once, kept in the address as a list; none means the page's own choice, said in the hint. */
export function ManyControl({
  name,
  value,
  fault,
  onChange,
  options,
}: ControlProps & { options: readonly { readonly value: string; readonly label: string }[] }) {
  const { id, frame } = useWords(name, value, fault);
  const chosen = listOf(value);
  const toggle = (one: string, on: boolean) => {
    const next = options.map((o) => o.value).filter((o) => (o === one ? on : chosen.includes(o)));
    onChange(next.join(","));
  };
  return (
    <fieldset id={id} tabIndex={-1} className="min-w-0" aria-describedby={`${id}-hint`}>
      <legend className="text-sm font-medium">{frame.label}</legend>
      <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
        {frame.hint}
      </p>
      <div className="mt-1 flex flex-wrap gap-x-4">
        {options.map((o) => (
          <label key={o.value} className="flex min-h-8 pointer-coarse:min-h-11 items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4.5 accent-accent"
              checked={chosen.includes(o.value)}
              onChange={(e) => toggle(o.value, e.target.checked)}
            />
            {o.label}
          </label>
        ))}
      </div>
      {frame.error ? <p className="text-[0.8125rem] font-medium text-bad">{frame.error}</p> : null}
    </fieldset>
  );
}
