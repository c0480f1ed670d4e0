"use client";
import { useTranslations } from "next-intl";
import { Disclosure } from "@/components/ui/disclosure";
import { describedBy, Field, Input, Select, Textarea } from "@/components/ui/field";
import { MONTH_HOURS } from "@/lib/ledger/month-hours";
import { DELIVERIES, HOLDINGS, SIGNS } from "@/lib/ledger/source-choices";
import type { SourceValues } from "./source-values";

interface FieldsProps {
  readonly values: SourceValues;
  readonly errors: Readonly<Record<string, string>>;
  readonly currency: string;
  readonly timeZones: readonly string[];
  readonly onChange: (change: Partial<SourceValues>) => void;
}

const CHOICES = {
  delivery: DELIVERIES,
  holds: HOLDINGS,
  basis: ["effective", "billed"],
  sign: SIGNS,
  monthHours: MONTH_HOURS,
} as const;
type ChoiceName = keyof typeof CHOICES;
type TextName = "name" | "currency" | "taxIncludedPct" | "briefTag" | "teamTag" | "stageTag";

/** The fields of a source: what everybody answers first, what few need folded away. */
export function SourceFields(props: FieldsProps) {
  const t = useTranslations("sources");
  const { values } = props;
  const plain =
    values.sign === "charges-positive" &&
    values.monthHours === "calendar" &&
    [values.currency, values.timeZone, values.taxIncludedPct].every((v) => v === "");
  return (
    <>
      <Text {...props} name="name" hint={t("hint.name")} />
      <div className="fields gap-4 sm:grid-cols-2">
        <Choice {...props} name="delivery" hint={t("hint.delivery")} />
        <Choice {...props} name="holds" hint={t("hint.holds")} />
      </div>
      <div className="fields gap-4 sm:grid-cols-3">
        <Text {...props} name="briefTag" hint={t("hint.briefTag")} />
        <Text {...props} name="teamTag" hint={t("hint.teamTag")} />
        <Text {...props} name="stageTag" hint={t("hint.stageTag")} />
      </div>
      <Mapping {...props} />
      <Disclosure summary={t("more")} open={!plain}>
        <div className="fields gap-4 sm:grid-cols-2">
          <Choice {...props} name="basis" hint={t("hint.basis")} />
          <Choice {...props} name="sign" hint={t("hint.sign")} />
          <Text {...props} name="taxIncludedPct" hint={t("hint.taxIncludedPct")} />
          <Text {...props} name="currency" hint={t("hint.currency", { currency: props.currency })} />
          <Zone {...props} />
          <Choice {...props} name="monthHours" hint={t("hint.monthHours")} />
        </div>
      </Disclosure>
    </>
  );
}

const EXAMPLE: Readonly<Record<TextName, string>> = {
  name: "Lambda, main account",
  briefTag: "brief",
  teamTag: "team",
  stageTag: "stage",
  taxIncludedPct: "23",
  currency: "USD",
};

function Text({ name, hint, values, errors, onChange }: FieldsProps & { name: TextName; hint: string }) {
  const t = useTranslations("sources");
  const id = `source-${name}`;
  const error = errors[name];
  return (
    <Field id={id} label={t(`field.${name}`)} hint={hint} error={error}>
      <Input
        id={id}
        placeholder={EXAMPLE[name]}
        value={values[name]}
        inputMode={name === "taxIncludedPct" ? "decimal" : undefined}
        onChange={(e) => onChange({ [name]: name === "currency" ? e.target.value.toUpperCase() : e.target.value })}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
      />
    </Field>
  );
}

function Choice({ name, hint, values, errors, onChange }: FieldsProps & { name: ChoiceName; hint: string }) {
  const t = useTranslations("sources");
  const ledger = useTranslations("ledger.basis");
  const id = `source-${name}`;
  const error = errors[name];
  const label = (value: string): string => (name === "basis" ? ledger(value) : t(`${name}.${value}`));
  return (
    <Field id={id} label={t(`field.${name}`)} hint={hint} error={error}>
      <Select
        id={id}
        value={values[name]}
        onChange={(e) => onChange({ [name]: e.target.value })}
        aria-describedby={describedBy(id, { hint, error })}
      >
        {CHOICES[name].map((value) => (
          <option key={value} value={value}>
            {label(value)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function Zone({ values, errors, timeZones, onChange }: FieldsProps) {
  const t = useTranslations("sources");
  const hint = t("hint.timeZone");
  return (
    <Field id="source-timeZone" label={t("field.timeZone")} hint={hint} error={errors.timeZone}>
      <Select
        id="source-timeZone"
        value={values.timeZone}
        onChange={(e) => onChange({ timeZone: e.target.value })}
        aria-describedby={describedBy("source-timeZone", { hint, error: errors.timeZone })}
      >
        <option value="">UTC</option>
        {timeZones
          .filter((zone) => zone !== "UTC")
          .map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
      </Select>
    </Field>
  );
}

function Mapping({ values, errors, onChange }: FieldsProps) {
  const t = useTranslations("sources");
  const hint = t("hint.resources");
  const error = errors.resources;
  return (
    <Field id="source-resources" label={t("field.resources")} hint={hint} error={error}>
      <Textarea
        id="source-resources"
        rows={3}
        spellCheck={false}
        className="font-mono text-[0.8125rem]"
        placeholder={"train-llama- = BRF-3\ni-0a12 = BRF-7"}
        value={values.resources}
        onChange={(e) => onChange({ resources: e.target.value })}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy("source-resources", { hint, error })}
      />
    </Field>
  );
}
