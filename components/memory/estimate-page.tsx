"use client";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { useDeferredValue, useMemo } from "react";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/disclosure";
import { DrawnWhenOpened } from "@/components/ui/drawn-when-opened";
import Link from "@/components/ui/link";
import { Callout, PageHeader, Section } from "@/components/ui/surface";
import { ToField } from "@/components/ui/to-field";
import { findAccelerator } from "@/lib/catalog/accelerators";
import { calibrated, readCalibration } from "@/lib/memory/calibrate";
import { estimate } from "@/lib/memory/estimate";
import { CardChoice } from "./card-choice";
import { CopyLink } from "./copy-link";
import { EstimateControl, estimateControlId } from "./estimate-control";
import { ESTIMATE_FIELDS, type EstimateField, type EstimateGroup, fieldsFor } from "./estimate-fields";
import { EstimateNext } from "./estimate-next";
import { type AskedRequest, askedRequest, controlAt } from "./estimate-request";
import { EstimateView } from "./estimate-view";
import { useMemoryWords } from "./memory-words";
import { ModelChoice } from "./model-choice";
import { useUnknownModel } from "./unknown-model";
import { UnknownParams } from "./unknown-params";
import { type EstimateAddress, useEstimateAddress } from "./use-estimate-address";

/** Writes YAML, which nothing else here needs: it comes when it is wanted. */
const Takeaway = dynamic(() => import("@/components/boundary/estimate-takeaway"), { ssr: false });

/** Reads start-up logs, which nothing else here needs either. */
const MeasuredStart = dynamic(async () => (await import("./measured-start")).MeasuredStart, { ssr: false });

/** Works signed out: everything is calculated here, in the browser, and the address holds the question. */
export function EstimatePage() {
  return (
    <NuqsAdapter>
      <EstimateForm />
    </NuqsAdapter>
  );
}

function EstimateForm() {
  const t = useTranslations("estimate");
  const address = useEstimateAddress();
  const { values, configText } = address;
  const asked = useMemo(() => askedRequest(values, configText), [values, configText]);
  const calm = useDeferredValue(asked);
  // Some hundred estimates more: they may come a moment after the figure that one waits for.
  const later = useDeferredValue(calm);
  const plain = useMemo(() => (calm.ok ? estimate(calm.request) : null), [calm]);
  const calibration = useMemo(() => readCalibration(values.cal ?? ""), [values.cal]);
  const answer = plain === null || calibration === null ? plain : calibrated(plain, calibration);
  const refusals = useRefusals(asked, answer, values.model ?? "");
  const group = (name: EstimateGroup) => (
    <FieldGrid fields={fieldsFor(values, name)} address={address} refusals={refusals} />
  );
  return (
    <>
      <PageHeader title={t("title")} note={t("lead")} actions={<CopyLink link={address.link} />} />
      <UnknownParams />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className="flex min-w-0 flex-col gap-5">
          <Section title={t("groups.model")}>
            <ModelChoice address={address} refusals={refusals} />
          </Section>
          <Section title={t("groups.card")}>
            <CardChoice gpu={values.gpu ?? ""} mig={values.mig ?? ""} refusals={refusals} onChange={address.change} />
          </Section>
          <Section title={t("groups.load")}>{group("load")}</Section>
          <Disclosure summary={t("groups.settings")} open={isTouched(address, "settings")}>
            {group("settings")}
          </Disclosure>
          {plain?.perGpu ? (
            <DrawnWhenOpened summary={t("measured.title")} open={calibration !== null}>
              <MeasuredStart estimate={plain} calibration={calibration} onChange={(cal) => address.change({ cal })} />
            </DrawnWhenOpened>
          ) : null}
          {fieldsFor(values, "split").length > 0 ? (
            <Disclosure summary={t("groups.split")} open={isTouched(address, "split")}>
              {group("split")}
            </Disclosure>
          ) : null}
        </div>
        <Section
          title={t("result")}
          actions={answer?.perGpu ? <Badge>{t(calibration === null ? "estimated" : "measured.badge")}</Badge> : null}
          className="min-w-0 lg:sticky lg:top-4"
        >
          {answer && calm.ok ? (
            <EstimateView estimate={answer} gpuName={cardName(values)} gpuCount={cardsOf(calm)} />
          ) : (
            <NotAsked asked={calm} />
          )}
        </Section>
      </div>
      {answer?.perGpu && later.ok ? (
        <>
          <EstimateNext request={later.request} calibration={calibration} onChange={address.change} />
          <Section title={t("takeaway.title")} note={t("takeaway.note")} className="min-w-0">
            <Takeaway request={later.request} answer={answer} />
          </Section>
        </>
      ) : null}
    </>
  );
}

const isTouched = (address: EstimateAddress, group: EstimateGroup): boolean =>
  fieldsFor(address.values, group).some((f) => address.values[f.name]);

function cardName(values: EstimateAddress["values"]): string {
  const name = findAccelerator(values.gpu ?? "")?.name ?? values.gpu ?? "";
  return values.mig ? `${name} ${values.mig}` : name;
}

function cardsOf(asked: AskedRequest): number {
  if (!asked.ok) return 1;
  const { tensor, pipeline, data } = asked.request.parallel;
  return tensor * pipeline * data;
}

/** What stands against a control, by its name: from reading it, or from the estimator. */
function useRefusals(
  asked: AskedRequest,
  answer: ReturnType<typeof estimate> | null,
  typed: string,
): Readonly<Record<string, string>> {
  const t = useTranslations("estimate");
  const unknownModel = useUnknownModel();
  const { said, text } = useMemoryWords();
  if (!asked.ok) {
    if (asked.code === "config") {
      return {
        config:
          asked.line === null
            ? t("form.configRefused", { message: text(asked.words) })
            : t("form.configNotJson", { line: asked.line, column: asked.column ?? 1 }),
      };
    }
    if (asked.code !== "unreadable") return {};
    if (asked.field === "model") return { model: unknownModel(typed) };
    return asked.words === null ? {} : { [asked.field]: text(asked.words) };
  }
  if (answer?.verdict !== "not-estimable") return {};
  return Object.fromEntries(
    answer.reasons.flatMap((r) => {
      const control = controlAt(r.field);
      return control ? [[control, said(r.words, r.message)]] : [];
    }),
  );
}

function FieldGrid({
  fields,
  address,
  refusals,
}: {
  fields: readonly EstimateField[];
  address: EstimateAddress;
  refusals: Readonly<Record<string, string>>;
}) {
  return (
    <div className="fields pairs gap-4">
      {fields.map((f) => (
        <EstimateControl
          key={f.name}
          field={f}
          value={address.values[f.name] ?? ""}
          refusal={refusals[f.name] ?? null}
          onChange={(value) => address.change({ [f.name]: value })}
        />
      ))}
    </div>
  );
}

const EXAMPLE = "/estimate?model=meta-llama/Llama-3.1-8B&gpu=h100-sxm&tokens=4096&concurrency=32&engine=vllm";

/** Before there is an answer: what it needs, each as a link to its control. */
function NotAsked({ asked }: { asked: AskedRequest }) {
  const t = useTranslations("estimate");
  const all = useTranslations();
  if (asked.ok) return null;
  if (asked.code !== "missing") {
    const field = asked.code === "config" ? "config" : asked.field;
    const words = ESTIMATE_FIELDS.find((f) => f.name === field)?.words;
    const label = words
      ? all(words.from === "brief" ? `brief.fields.memoryShape.${words.key}.label` : `estimate.own.${words.key}.label`)
      : null;
    return (
      <Callout tone="warn" title={t("form.stopped")} live>
        <ToField id={estimateControlId(field)}>{label ?? t("form.goTo")}</ToField>
      </Callout>
    );
  }
  return (
    <div className="flex flex-col gap-3 text-muted">
      <p>{t("form.needs")}</p>
      <ul className="list-disc space-y-1 pl-5">
        {asked.fields.map((name) => (
          <li key={name}>
            <ToField className="inline-block min-h-6" id={estimateControlId(name)}>
              {t(`needs.${name}`)}
            </ToField>
          </li>
        ))}
      </ul>
      <p>
        <Link className="text-accent underline underline-offset-2" href={EXAMPLE}>
          {t("form.example")}
        </Link>
      </p>
    </div>
  );
}
