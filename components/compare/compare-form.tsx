"use client";
import { useTranslations } from "next-intl";
import { useUnknownModel } from "@/components/memory/unknown-model";
import { TypedNumber } from "@/components/offer/typed-number";
import { settingWord } from "@/components/shell/setting-word";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import { useLeft } from "@/components/ui/use-left";
import type { WhatIf, WhatIfField } from "@/lib/boundary/what-if/what-if";
import { NAMES, type NameSet } from "@/lib/brief/choices";
import { listAccelerators } from "@/lib/catalog/accelerators";
import type { Offer } from "@/lib/catalog/offer";
import { ENGINES } from "@/lib/memory/engines";

interface FormProps {
  readonly at: number;
  readonly letter: string;
  readonly whatIf: WhatIf;
  readonly fromBrief: boolean;
  readonly offers: readonly Offer[];
  readonly fault: WhatIfField | null;
  readonly onChange: (next: WhatIf) => void;
  readonly onRemove: (() => void) | null;
}

export const whatIfFieldId = (at: number, name: string): string => `w${at}-${name}`;

const CHOICES: Partial<Readonly<Record<WhatIfField, { readonly set: NameSet; readonly values: readonly string[] }>>> = {
  engine: { set: "engine", values: ENGINES },
  weights: { set: "weightFormat", values: NAMES.weightFormat },
  kv: { set: "kvCacheDtype", values: ["auto", "bf16", "fp8"] },
};
/** What one writes in a field of text or number, as it can be typed in every language. */
const EXAMPLE: Partial<Readonly<Record<WhatIfField, string>>> = {
  model: "meta-llama/Llama-3.1-8B",
  version: "0.19.0",
  gpu: "h100-sxm",
  tp: "1",
  dp: "1",
  context: "8192",
  conc: "16",
  in: "1024",
  out: "256",
  price: "2",
  currency: "USD",
};
const NUMBERS: readonly WhatIfField[] = ["tp", "dp", "context", "conc", "in", "out", "price"];
const GRID: readonly WhatIfField[] = ["tp", "dp", "weights", "kv", "context", "conc", "in", "out"];

/** One what-if as a column of controls, in the same order as the others. */
export function WhatIfForm({ at, letter, whatIf, fromBrief, offers, fault, onChange, onRemove }: FormProps) {
  const t = useTranslations("compare");
  const control = (name: WhatIfField) => (
    <Control
      key={name}
      id={whatIfFieldId(at, name)}
      name={name}
      value={whatIf[name] ?? ""}
      fault={fault === name}
      onChange={(value) => onChange(name === "price" ? { price: value, offer: "" } : { [name]: value })}
    />
  );
  const own = offers.filter((o) => o.acceleratorId === whatIf.gpu && o.price.unit === "gpu-hour" && !o.upfront);
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-md border border-line bg-surface p-4">
      <legend className="px-1 text-base font-semibold">{t("whatIf", { letter })}</legend>
      {fromBrief ? null : control("model")}
      {fromBrief ? null : (
        <div className="fields grid-cols-2 gap-3">
          {control("engine")}
          {control("version")}
        </div>
      )}
      <Field id={whatIfFieldId(at, "gpu")} label={t("fields.gpu")}>
        <Select
          id={whatIfFieldId(at, "gpu")}
          unanswered={!whatIf.gpu}
          value={whatIf.gpu ?? ""}
          onChange={(e) => onChange({ gpu: e.target.value, offer: "", ...(whatIf.offer ? { price: "" } : {}) })}
        >
          <option value="">{t("chooseCard")}</option>
          {listAccelerators().map((a) => (
            <option key={a.id} value={a.id}>
              {a.name}
            </option>
          ))}
        </Select>
      </Field>
      <div className="fields grid-cols-2 gap-3">{GRID.map(control)}</div>
      {own.length > 0 ? (
        <Field id={whatIfFieldId(at, "offer")} label={t("fields.offer")}>
          <Select
            id={whatIfFieldId(at, "offer")}
            value={whatIf.offer ?? ""}
            onChange={(e) => {
              const chosen = own.find((o) => o.id === e.target.value);
              onChange(
                chosen
                  ? { offer: chosen.id, price: chosen.price.amount, currency: chosen.price.currency }
                  : { offer: "" },
              );
            }}
          >
            <option value="">{t("typed")}</option>
            {own.map((o) => (
              <option key={o.id} value={o.id}>
                {o.id} · {o.provider} · {o.price.amount} {o.price.currency}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <div className="fields grid-cols-2 gap-3">
        {control("price")}
        {control("currency")}
      </div>
      {onRemove ? (
        <Button small className="self-start" onClick={onRemove}>
          {t("remove", { letter })}
        </Button>
      ) : null}
    </fieldset>
  );
}

interface ControlProps {
  readonly id: string;
  readonly name: WhatIfField;
  readonly value: string;
  readonly fault: boolean;
  readonly onChange: (value: string) => void;
}

function Control({ id, name, value, fault: found, onChange }: ControlProps) {
  const t = useTranslations("compare");
  const all = useTranslations();
  const unknownModel = useUnknownModel();
  const { left, typed, onBlur } = useLeft();
  const fault = found && left;
  const error = fault ? (name === "model" ? unknownModel(value) : t("unreadable")) : undefined;
  const shared = { id, "aria-invalid": fault || undefined, "aria-describedby": fault ? `${id}-error` : undefined };
  const choices = CHOICES[name];
  return (
    <Field id={id} label={t(`fields.${name}`)} error={error}>
      {choices ? (
        <Select {...shared} className="!pl-1.5 !pr-1" value={value} onChange={(e) => onChange(e.target.value)}>
          <option value="">{t("usual")}</option>
          {choices.values.map((c) => (
            <option key={c} value={c}>
              {settingWord(all, choices.set, c)}
            </option>
          ))}
        </Select>
      ) : NUMBERS.includes(name) ? (
        <TypedNumber {...shared} placeholder={EXAMPLE[name]} value={value} onChange={onChange} />
      ) : (
        <Input
          {...shared}
          placeholder={EXAMPLE[name]}
          list={name === "model" ? "w-models" : undefined}
          maxLength={name === "currency" ? 3 : 120}
          autoComplete="off"
          value={value}
          onBlur={onBlur}
          onChange={(e) => {
            typed();
            onChange(e.target.value);
          }}
        />
      )}
    </Field>
  );
}
