"use client";
import { useLocale, useTranslations } from "next-intl";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { useMemo } from "react";
import { exactText, placesFor } from "@/components/offer/money-text";
import { TypedNumber } from "@/components/offer/typed-number";
import { textParsers, useTypedAddress } from "@/components/shell/use-typed-address";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import { Callout, Facts, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { ToField } from "@/components/ui/to-field";
import { economics } from "@/lib/boundary/economics/economics";
import type { EconomicsAnswer } from "@/lib/boundary/economics/schema";
import type { Locale } from "@/lib/i18n/locales";
import { decimalText, parseDecimal, roundForDisplay } from "@/lib/money/money";
import { NUMBER_HABITS } from "@/lib/units/quantity";
import {
  type AskedEconomics,
  askedEconomics,
  ECONOMICS_EXAMPLES,
  ECONOMICS_FIELDS,
  ECONOMICS_KINDS,
  ECONOMICS_PARAMS,
  type EconomicsKind,
  economicsExample,
  kindOf,
} from "./economics-fields";

const parsers = textParsers(ECONOMICS_PARAMS);
const EMPTY = Object.fromEntries(ECONOMICS_PARAMS.map((p) => [p, ""]));
const fieldIdOf = (name: string): string => `c-${name}`;

/** Works signed out: five questions of cost, answered in the browser; the address holds the question. */
export function EconomicsPage() {
  return (
    <NuqsAdapter>
      <Questions />
    </NuqsAdapter>
  );
}

function Questions() {
  const t = useTranslations("boundary.questions");
  const { values, change } = useTypedAddress(parsers);
  const kind = kindOf(values);
  const asked = useMemo(() => askedEconomics(values), [values]);
  const unreadable = asked.ok ? [] : asked.unreadable;
  return (
    <>
      <PageHeader title={t("title")} note={t("note")} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Section
          title={t("ask")}
          className="min-w-0"
          actions={
            <Button small onClick={() => change({ ...EMPTY, kind, ...ECONOMICS_EXAMPLES[kind] })}>
              {t("example")}
            </Button>
          }
        >
          <div className="fields gap-4 sm:grid-cols-2">
            <Field id="c-kind" label={t("kind")} className="sm:col-span-2">
              <Select id="c-kind" value={kind} onChange={(e) => change({ ...EMPTY, kind: e.target.value })}>
                {ECONOMICS_KINDS.map((k) => (
                  <option key={k} value={k}>
                    {t(`kinds.${k}`)}
                  </option>
                ))}
              </Select>
            </Field>
            {[...ECONOMICS_FIELDS[kind], "currency"].map((name) => (
              <Control
                key={name}
                kind={kind}
                name={name}
                value={values[name] ?? ""}
                fault={unreadable.includes(name)}
                onChange={(value) => change({ [name]: value })}
              />
            ))}
          </div>
        </Section>
        <Section title={t("answer")} className="min-w-0">
          {asked.ok ? <Answer answer={economics(asked.request)} /> : <Lacking asked={asked} />}
        </Section>
      </div>
    </>
  );
}

interface ControlProps {
  readonly kind: EconomicsKind;
  readonly name: string;
  readonly value: string;
  readonly fault: boolean;
  readonly onChange: (value: string) => void;
}

function Control({ kind, name, value, fault, onChange }: ControlProps) {
  const t = useTranslations("boundary.questions");
  const locale = useLocale() as Locale;
  const example = economicsExample(kind, name);
  const id = fieldIdOf(name);
  const shared = { id, "aria-invalid": fault || undefined, "aria-describedby": fault ? `${id}-error` : undefined };
  return (
    <Field id={id} label={t(`fields.${name}`)} error={fault ? t("unreadable") : undefined}>
      {name === "currency" || name === "demand" ? (
        <Input {...shared} value={value} placeholder={example} onChange={(e) => onChange(e.target.value)} />
      ) : (
        <TypedNumber
          {...shared}
          value={value}
          placeholder={example?.replace(".", NUMBER_HABITS[locale].decimal)}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

function Lacking({ asked }: { asked: Extract<AskedEconomics, { ok: false }> }) {
  const t = useTranslations("boundary.questions");
  return (
    <Callout title={t("needs")} live>
      <ul className="list-disc pl-5">
        {[...asked.missing, ...asked.unreadable].map((name) => (
          <li key={name}>
            <ToField className="inline-block min-h-6" id={fieldIdOf(name)}>
              {t(`fields.${name}`)}
            </ToField>
          </li>
        ))}
      </ul>
    </Callout>
  );
}

function Answer({ answer }: { answer: EconomicsAnswer }) {
  const t = useTranslations("boundary.questions");
  const locale = useLocale();
  const figure = (text: string | null | undefined, places = 0) => {
    if (text === null || text === undefined) return "–";
    if (parseDecimal(text) === null) return text;
    return exactText(locale, decimalText(roundForDisplay(text, Math.max(2, placesFor(text)))), places);
  };
  const word = (option: string) => {
    const count = /^reserve (\d+)$/.exec(option)?.[1];
    return count === undefined ? t(`options.${option}`) : t("reserveCount", { n: Number(count) });
  };
  const columns = [...new Set(answer.table.flatMap((row) => Object.keys(row)))];
  return (
    <div className="flex flex-col gap-4">
      {answer.cheaper === null ? null : (
        <p className="font-medium" role="status">
          {t("cheaper", { option: word(answer.cheaper) })}
        </p>
      )}
      <Facts
        items={Object.entries(answer.breakEven)
          .filter(([, value]) => value !== null)
          .map(([name, value]) => ({ label: t(`breakEven.${name}`), value: figure(value) }))}
      />
      <Table label={t("answer")}>
        <thead>
          <tr>
            {columns.map((c) => (
              <Th key={c} numeric={c !== "option"}>
                {t(`columns.${c}`, { currency: answer.currency })}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.table.map((row) => (
            <tr key={JSON.stringify(row)}>
              {columns.map((c) => (
                <Td key={c} numeric={c !== "option"}>
                  {c === "option" ? word(row[c] ?? "") : figure(row[c], c.startsWith("cost") ? 2 : 0)}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="text-[0.8125rem] text-muted">
        <code className="font-mono">{t(`formulas.${answer.kind}`)}</code>
      </p>
      <p className="text-[0.8125rem] text-muted">{t("source", { source: t(`sources.${answer.kind}`) })}</p>
    </div>
  );
}
