"use client";
import { useTranslations } from "next-intl";
import { Field, Input, Select } from "@/components/ui/field";
import type { BriefChoice } from "./output-types";

interface DayFieldsProps {
  readonly prefix: string;
  readonly briefs: readonly BriefChoice[];
  readonly values: { readonly brief: number; readonly firstDay: string; readonly lastDay: string };
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: { brief?: number; firstDay?: string; lastDay?: string }) => void;
}

/** Which brief, and which days: the first and the last one, both included, in the workspace's time zone. */
export function DayFields({ prefix, briefs, values, errors, onChange }: DayFieldsProps) {
  const t = useTranslations("costs.outputs");
  return (
    <div className="fields grid-cols-2 gap-4 sm:grid-cols-4">
      <Field id={`${prefix}-brief`} label={t("brief")} className="col-span-2">
        <Select
          id={`${prefix}-brief`}
          value={values.brief}
          onChange={(e) => onChange({ brief: Number(e.target.value) })}
        >
          {briefs.map((b) => (
            <option key={b.number} value={b.number}>{`BRF-${b.number} ${b.title}`}</option>
          ))}
        </Select>
      </Field>
      {(["firstDay", "lastDay"] as const).map((name) => (
        <Field
          key={name}
          id={`${prefix}-${name}`}
          label={t(name === "firstDay" ? "form.first" : "form.last")}
          error={errors[name]}
        >
          <Input
            id={`${prefix}-${name}`}
            type="date"
            value={values[name]}
            onChange={(e) => onChange({ [name]: e.target.value })}
            aria-invalid={errors[name] ? true : undefined}
          />
        </Field>
      ))}
    </div>
  );
}
