"use client";
import { useTranslations } from "next-intl";
import { settingWord } from "@/components/shell/setting-word";
import { Disclosure } from "@/components/ui/disclosure";
import { describedBy, Field, Textarea } from "@/components/ui/field";
import { Section } from "@/components/ui/surface";
import { NAMES, type NameSet } from "@/lib/brief/choices";
import { listAccelerators } from "@/lib/catalog/accelerators";
import { listModelPresets } from "@/lib/catalog/models";
import type { OfferLines } from "@/lib/catalog/offer-lines";
import { OFFER_BOUNDARIES } from "@/lib/catalog/offer-names";
import { ENGINES } from "@/lib/memory/engines";
import { ChoiceControl, ManyControl, NumberControl, TextControl } from "./sweep-controls";
import {
  COUNTS,
  currenciesOf,
  type SweepParam,
  type SweepSource,
  type SweepValues,
  sweepFieldId,
} from "./sweep-values";

interface FormProps {
  readonly source: SweepSource;
  /** Values as they count: the address over the brief. */
  readonly values: SweepValues;
  readonly lines: OfferLines;
  readonly fault: SweepParam | null;
  readonly onChange: (next: SweepValues) => void;
}

const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** What is searched: the work, the ways to run it, the load and its limits, and the offers. */
export function SweepForm({ source, values, lines, fault, onChange }: FormProps) {
  const t = useTranslations("sweep");
  const all = useTranslations();
  const named = (set: NameSet, values: readonly string[]) =>
    values.map((value) => ({ value, label: settingWord(all, set, value) }));
  const control = (name: SweepParam) => ({
    name,
    value: values[name] ?? "",
    fault: fault === name,
    onChange: (value: string) => onChange({ [name]: value }),
  });
  const search = source.brief?.search ?? null;
  const fixed = search !== null;
  const served = search === null || search.run.kind === "serve";
  const trains = search?.run.kind === "train";
  return (
    <>
      {fixed ? null : (
        <Section title={t("groups.work")} className="col-span-full min-w-0">
          <div className="fields gap-4 sm:grid-cols-2">
            <TextControl {...control("model")} list="s-models" />
            <datalist id="s-models">
              {listModelPresets()
                .filter((m) => m.kind === "language")
                .map((m) => (
                  <option key={m.id} value={m.id}>
                    {m.name}
                  </option>
                ))}
            </datalist>
            <ChoiceControl
              {...control("engine")}
              options={[{ value: "", label: t("usualEngine") }, ...named("engine", ENGINES)]}
            />
          </div>
        </Section>
      )}
      {served ? (
        <Section title={t("groups.load")} note={t("loadNote")} className="min-w-0">
          <div className="fields gap-4 sm:grid-cols-2 md:max-xl:grid-cols-4">
            {(["conc", "in", "out", "ttft", "tpot", "perHour", "duty", "acceptance"] as const).map((name) => (
              <NumberControl key={name} {...control(name)} />
            ))}
          </div>
        </Section>
      ) : (
        <Section title={t("groups.load")} note={trains ? t("trainingNote") : undefined} className="min-w-0">
          {trains ? <NumberControl {...control("tps")} /> : <p className="text-muted">{t("noSpeedKind")}</p>}
        </Section>
      )}
      <Section title={t("groups.ways")} className="min-w-0">
        <div className="flex flex-col gap-4">
          <ManyControl {...control("weights")} options={named("weightFormat", NAMES.weightFormat)} />
          <ManyControl {...control("kv")} options={named("kvCacheDtype", ["auto", "bf16", "fp8"])} />
          <ManyControl {...control("tp")} options={plain([...COUNTS])} />
          <ManyControl {...control("dp")} options={plain([...COUNTS])} />
          <TextControl {...control("contexts")} />
          <Disclosure summary={t("cardsChosen", { count: (values.cards ?? "").split(",").filter(Boolean).length })}>
            <ManyControl
              {...control("cards")}
              options={listAccelerators().map((a) => ({ value: a.id, label: a.name }))}
            />
          </Disclosure>
        </div>
      </Section>
      <Section
        title={t("groups.offers")}
        note={t("offersNote", { count: source.offers.length })}
        className="min-w-0 xl:col-span-2 2xl:col-span-1"
      >
        <OfferFields source={source} lines={lines} control={control} />
      </Section>
    </>
  );
}

function OfferFields({
  source,
  lines,
  control,
}: {
  source: SweepSource;
  lines: OfferLines;
  control: (name: SweepParam) => {
    readonly name: SweepParam;
    readonly value: string;
    readonly fault: boolean;
    readonly onChange: (value: string) => void;
  };
}) {
  const t = useTranslations("sweep");
  const styles = useTranslations("offer.boundaries");
  const common = useTranslations("common");
  const id = sweepFieldId("offers");
  const text = control("offers");
  const hint = t("fields.offers.why");
  const refused = lines.refused.map((r) => t(`lineRefused.${r.code}`, { line: r.line }));
  const currencies = currenciesOf([...lines.offers, ...source.offers]);
  return (
    <div className="flex flex-col gap-4">
      <Field
        id={id}
        label={t("fields.offers.label")}
        hint={hint}
        echo={lines.offers.length > 0 ? t("linesRead", { count: lines.offers.length }) : undefined}
        error={refused.length > 0 ? refused.join(" ") : undefined}
      >
        <Textarea
          id={id}
          rows={3}
          spellCheck={false}
          maxLength={4000}
          className="font-mono text-[0.8125rem]"
          placeholder="h100-sxm, 2.69, USD"
          value={text.value}
          aria-invalid={refused.length > 0 ? true : undefined}
          aria-describedby={describedBy(id, { hint, echo: lines.offers.length > 0, error: refused.length > 0 })}
          onChange={(e) => text.onChange(e.target.value)}
        />
      </Field>
      <div className="fields gap-4 sm:grid-cols-2">
        {source.offers.length > 0 ? (
          <ChoiceControl
            {...control("own")}
            options={[
              { value: "", label: t("ownUsed", { count: source.offers.length }) },
              { value: "no", label: t("ownUnused") },
            ]}
          />
        ) : null}
        <ChoiceControl
          {...control("currency")}
          options={[{ value: "", label: currencies[0] ?? "–" }, ...plain(currencies.slice(1))]}
        />
        <ChoiceControl
          {...control("style")}
          options={[
            { value: "", label: t("anyStyle") },
            ...OFFER_BOUNDARIES.filter((b) => b !== "managed-api").map((b) => ({ value: b, label: styles(b) })),
          ]}
        />
        <ChoiceControl
          {...control("spot")}
          options={[
            { value: "", label: common("yes") },
            { value: "no", label: common("no") },
          ]}
        />
        <TextControl {...control("places")} />
      </div>
    </div>
  );
}
