"use client";
import { useTranslations } from "next-intl";
import { ConfigUpload } from "@/components/brief/config-upload";
import { describedBy, Field, Input, Select, Textarea } from "@/components/ui/field";
import { useFormatter } from "@/components/ui/use-formatter";
import { useLeft } from "@/components/ui/use-left";
import { findModelPreset, listModelPresets } from "@/lib/catalog/models";
import { EstimateControl, estimateControlId } from "./estimate-control";
import { type EstimateValues, fieldsFor, kindOf, MODEL_SOURCES, RUN_KINDS, sourceOf } from "./estimate-fields";
import type { EstimateAddress } from "./use-estimate-address";

interface ChoiceProps {
  readonly address: EstimateAddress;
  /** What the estimator says against a control, by its name. */
  readonly refusals: Readonly<Record<string, string>>;
}

/** What runs, and where its shape comes from: a known model, its config.json, or numbers. */
export function ModelChoice({ address, refusals }: ChoiceProps) {
  const t = useTranslations("estimate");
  const { values, change } = address;
  const source = sourceOf(values);
  const set = (name: string) => (value: string) => change({ [name]: value });
  return (
    <div className="fields pairs gap-4">
      <Field id="e-kind" className="col-span-full" label={t("form.kind")}>
        <Select id="e-kind" value={kindOf(values)} onChange={(e) => set("kind")(e.target.value)}>
          {RUN_KINDS.map((k) => (
            <option key={k} value={k}>
              {t(`kinds.${k}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field id="e-source" className="col-span-full" label={t("form.source")}>
        <Select id="e-source" value={source} onChange={(e) => set("source")(e.target.value)}>
          {MODEL_SOURCES.map((s) => (
            <option key={s} value={s}>
              {t(`sources.${s}`)}
            </option>
          ))}
        </Select>
      </Field>
      {source === "preset" ? <PresetInput values={values} refusal={refusals.model} onChange={set("model")} /> : null}
      {source === "config" ? <ConfigInput address={address} refusal={refusals.config} /> : null}
      {source === "typed" ? <p className="text-[0.8125rem] text-muted col-span-full">{t("form.typedNote")}</p> : null}
      {(source === "typed" ? [...fieldsFor(values, "shape"), ...fieldsFor(values, "size")] : []).map((f) => (
        <EstimateControl
          key={f.name}
          field={f}
          value={values[f.name] ?? ""}
          refusal={refusals[f.name] ?? null}
          onChange={set(f.name)}
        />
      ))}
    </div>
  );
}

function PresetInput({
  values,
  refusal,
  onChange,
}: {
  values: EstimateValues;
  refusal: string | undefined;
  onChange: (value: string) => void;
}) {
  const t = useTranslations("estimate");
  const media = kindOf(values) === "media";
  const known = findModelPreset(values.model ?? "");
  const { left, typed, onBlur } = useLeft();
  const hint = t("form.modelHint");
  const echo = known ? known.name : undefined;
  const error = left ? refusal : undefined;
  return (
    <Field id="e-model" className="col-span-full" label={t("form.model")} hint={hint} echo={echo} error={error}>
      <Input
        id="e-model"
        list="e-models"
        autoComplete="off"
        value={values.model ?? ""}
        placeholder="meta-llama/Llama-3.1-8B"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy("e-model", { hint, echo, error })}
        onBlur={onBlur}
        onChange={(e) => {
          typed();
          onChange(e.target.value);
        }}
      />
      <datalist id="e-models">
        {listModelPresets()
          .filter((m) => (m.kind === "media") === media || kindOf(values) === "train")
          .map((m) => (
            <option key={m.id} value={m.id}>
              {m.name}
            </option>
          ))}
      </datalist>
    </Field>
  );
}

function ConfigInput({ address, refusal }: { address: EstimateAddress; refusal: string | undefined }) {
  const t = useTranslations("estimate");
  const format = useFormatter();
  const { configText } = address;
  const hint = t("form.configHint");
  const echo = configText === "" ? undefined : t("form.configSize", { n: format.number(configText.length) });
  const error = refusal ?? (address.configDamaged ? t("form.configDamaged") : undefined);
  return (
    <div className="flex flex-col gap-2 col-span-full">
      <Field id={estimateControlId("config")} label="config.json" hint={hint} echo={echo} error={error}>
        <Textarea
          id={estimateControlId("config")}
          placeholder={'{ "architectures": ["LlamaForCausalLM"], "hidden_size": 4096, … }'}
          rows={7}
          spellCheck={false}
          className="font-mono text-[0.8125rem]"
          value={configText}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(estimateControlId("config"), { hint, echo, error })}
          onChange={(e) => address.changeConfig(e.target.value)}
        />
      </Field>
      {address.configTooLong ? <p className="text-[0.8125rem] text-warn">{t("form.configTooLong")}</p> : null}
      <ConfigUpload onText={address.changeConfig} />
    </div>
  );
}
