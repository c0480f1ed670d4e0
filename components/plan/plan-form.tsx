"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo, useState } from "react";
import { AdviceView } from "@/components/boundary/advice-view";
import { AnswerCostsTable } from "@/components/boundary/answer-costs-table";
import { RestoredNote } from "@/components/shell/restored-note";
import { useKeptText } from "@/components/shell/use-kept-text";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { ErrorSummary, type SummaryError } from "@/components/ui/error-summary";
import { Field, Select } from "@/components/ui/field";
import Link from "@/components/ui/link";
import { Callout, PageHeader, Section } from "@/components/ui/surface";
import type { Advice } from "@/lib/boundary/advise";
import type { AnswerCost } from "@/lib/boundary/answer-costs";
import type { OfferAtHand, OffersAtHand } from "@/lib/boundary/offers-at-hand";
import { plannedCost } from "@/lib/boundary/planned-cost";
import { BOUNDARIES, type Boundary } from "@/lib/boundary/schema";
import { createPlan, revisePlan } from "@/lib/boundary/server/actions";
import { cardsPerCopy } from "@/lib/boundary/split";
import type { priceSearchOpen } from "@/lib/brief/completeness";
import type { BriefContent } from "@/lib/brief/schema";
import type { Offer } from "@/lib/catalog/offer";
import { CostView } from "./cost-view";
import { OfferChoice } from "./offer-choice";
import { PlanControl } from "./plan-control";
import type { planFaults as PlanFaults } from "./plan-faults";
import {
  PLAN_FIELDS,
  type PlanField,
  type PlanValues,
  planFault,
  planFieldId,
  planFormOf,
  typedCards,
  typedWorkers,
} from "./plan-fields";
import { PriceGate } from "./price-gate";

export interface PlanFormProps {
  readonly brief: { readonly number: number; readonly title: string; readonly revision: { readonly number: number } };
  readonly content: BriefContent;
  /** Whether the brief answers what must be known before prices are looked at. */
  readonly gate: ReturnType<typeof priceSearchOpen>;
  readonly advice: Advice | null;
  /** Offers of the first style, searched on the server. */
  readonly atHand: OffersAtHand;
  /** A cost line of every answer of the advisor. */
  readonly costs: readonly AnswerCost[] | null;
  /** The plan's own offer, or the one that a search chose. */
  readonly chosen: OfferAtHand | null;
  readonly initial: PlanValues;
  /** Under which name this tab keeps what is typed. */
  readonly draftKey: string;
  /** What a chosen what-if changes against the brief. */
  readonly note?: ReactNode;
  /** The plan and the revision that is being changed; absent for a new plan. */
  readonly editing: { readonly number: number; readonly revision: number } | null;
}

const F = PLAN_FIELDS;
const GROUPS: readonly { readonly key: string; readonly fields: readonly PlanField[] }[] = [
  { key: "people", fields: [F.owner, F.stopRule] },
  { key: "fallbacks", fields: [F.lostAllocation, F.shortage, F.failedDeployment] },
  { key: "note", fields: [F.note] },
];

/** From advice to a plan: boundary, offer, count, period and trial, with the exact planned cost as one types. */
export function PlanForm({
  brief,
  content,
  gate,
  advice,
  atHand,
  costs,
  chosen,
  initial,
  editing,
  draftKey,
  note,
}: PlanFormProps) {
  const t = useTranslations("plan");
  const router = useRouter();
  const { write, pending, error, failure } = useWrite();
  const { values, change, restored, startOver, settle } = useKeptText(draftKey, initial);
  const [known, setKnown] = useState<readonly OfferAtHand[]>(chosen ? [chosen, ...atHand.offers] : atHand.offers);
  const [asked, setAsked] = useState<readonly SummaryError[]>([]);
  const set = (name: string) => (value: string) => change({ [name]: value });
  const offer = known.find((o) => String(o.number) === values.offer)?.offer ?? null;
  const [judge, setJudge] = useState<typeof PlanFaults | null>(null);
  const faults = useMemo(() => (judge ? judge(values, offer, content) : []), [judge, values, offer, content]);
  const fromServer = (failure?.fields ?? []).map((f) => planFault(f.path, f.code, values));
  const faultOf = (name: string) =>
    (asked.some((a) => a.fieldId === planFieldId(name)) ? faults : fromServer).find((f) => f.name === name)?.code;
  const workers = typedWorkers(values, content);
  const briefHref = `/briefs/BRF-${brief.number}/edit`;

  async function submit() {
    const { planFaults } = await import("./plan-faults");
    setJudge(() => planFaults);
    const found = planFaults(values, offer, content);
    setAsked(
      found.map((f) => ({
        fieldId: planFieldId(f.name),
        text: `${t(`fields.${f.name}.label`)}: ${t(`faults.${f.code}`)}`,
      })),
    );
    if (found.length > 0) return;
    const plan = planFormOf(values, content);
    if (editing) {
      const done = await write(() => revisePlan({ ...editing, plan }));
      if (!done) return;
      settle();
      router.push(`/plans/PLN-${editing.number}`);
    } else {
      const made = await write(() => createPlan({ brief: brief.number, plan }));
      if (!made) return;
      settle();
      router.push(`/plans/PLN-${made.number}`);
    }
  }

  const grid = (fields: readonly PlanField[]) => (
    <div className="fields gap-4 sm:grid-cols-2">
      {fields.map((f) => (
        <PlanControl
          key={f.name}
          field={f}
          value={values[f.name] ?? ""}
          fault={faultOf(f.name)}
          onChange={set(f.name)}
        />
      ))}
    </div>
  );
  const offerFault = faultOf("offer");
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(e) => {
        e.preventDefault();
        void submit();
      }}
    >
      <PageHeader
        eyebrow={
          <Link className="underline underline-offset-2" href={`/briefs/BRF-${brief.number}`}>
            BRF-{brief.number} · {t("form.revision", { n: brief.revision.number })} · {brief.title}
          </Link>
        }
        title={editing ? t("form.editTitle", { ref: `PLN-${editing.number}` }) : t("form.title")}
        note={t("form.text")}
      />
      <RestoredNote restored={restored} onStartOver={startOver} />
      {note}
      <ErrorSummary title={t("form.refused", { count: asked.length })} errors={faults.length > 0 ? asked : []} />
      {error ? (
        <Callout tone="bad" live>
          {failure?.code === "CONFLICT" && editing ? t("form.conflict") : error}
        </Callout>
      ) : null}
      <Section title={t("groups.boundary")}>
        <div className="flex flex-col gap-5">
          {advice ? (
            <>
              <AdviceView advice={advice} briefHref={briefHref} />
              {costs ? <AnswerCostsTable costs={costs} chosen={advice.answer} briefHref={briefHref} /> : null}
            </>
          ) : (
            <p className="text-muted">{t("form.noAdvice")}</p>
          )}
          <BoundaryChoice
            value={values.boundary as Boundary}
            onChange={set("boundary")}
            advised={advice?.boundary ?? null}
          />
        </div>
      </Section>
      <Section title={t("groups.offer")}>
        {gate.open ? (
          <OfferChoice
            brief={brief.number}
            boundary={values.boundary as Boundary}
            atHand={atHand}
            chosen={known.find((o) => String(o.number) === values.offer) ?? null}
            value={values.offer ?? ""}
            onFound={(found) => setKnown((now) => [...found, ...now])}
            fault={offerFault ? t(`faults.${offerFault}`) : undefined}
            onChange={set("offer")}
          />
        ) : (
          <PriceGate gate={gate} briefHref={briefHref} />
        )}
      </Section>
      <Section title={t("groups.period")}>
        <div className="flex flex-col gap-5">
          {grid([F.count, F.start, F.end, F.trialEnd, F.budgetAmount, F.budgetCurrency])}
          {offer && gate.open ? <PlanCosts offer={offer} content={content} values={values} /> : null}
        </div>
      </Section>
      {typedCards(values) > 1 ? (
        <Section title={t("groups.split")} note={t("form.splitNote")}>
          <div className="flex flex-col gap-4">
            {grid([F.moreCards])}
            {workers > 1 ? (
              <>
                <p className="text-sm">{t("form.workers", { workers, each: cardsPerCopy(content) })}</p>
                {grid([F.workerCount, F.inputShare, F.ids, F.recovery, F.merging, F.done])}
              </>
            ) : (
              <p className="text-sm">{t("form.oneCopy")}</p>
            )}
          </div>
        </Section>
      ) : null}
      {GROUPS.map((g) => (
        <Section key={g.key} title={t(`groups.${g.key}`)}>
          {grid(g.fields)}
        </Section>
      ))}
      <Button type="submit" tone="primary" pending={pending} className="self-start">
        {t(editing ? "form.save" : "form.submit")}
      </Button>
    </form>
  );
}

function BoundaryChoice({
  value,
  onChange,
  advised,
}: {
  value: Boundary;
  onChange: (value: string) => void;
  advised: Boundary | null;
}) {
  const t = useTranslations();
  const differs = advised !== null && advised !== value;
  return (
    <Field
      id="p-boundary"
      label={t("plan.fields.boundary.label")}
      hint={t("plan.fields.boundary.why")}
      error={differs ? t("plan.form.otherThanAdvised") : undefined}
    >
      <Select
        id="p-boundary"
        className="max-w-md"
        value={value}
        aria-describedby={differs ? "p-boundary-hint p-boundary-error" : "p-boundary-hint"}
        onChange={(e) => onChange(e.target.value)}
      >
        {BOUNDARIES.map((b) => (
          <option key={b} value={b}>
            {t(`boundary.styles.${b}.name`)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** The cost of the whole period with its lines, and of the trial alone, from the offer's own price. */
function PlanCosts({ offer, content, values }: { offer: Offer; content: BriefContent; values: PlanValues }) {
  const t = useTranslations("plan.cost");
  const cards = Number(values.count);
  const dates = [values.start, values.end, values.trialEnd].every((d) => /^\d{4}-\d{2}-\d{2}$/.test(d ?? ""));
  if (!Number.isSafeInteger(cards) || cards < 1 || !dates) return <p className="text-sm text-muted">{t("waiting")}</p>;
  const use = {
    cards,
    start: values.start ?? "",
    diskBytes: content.controlBoundary.persistentDiskBytes,
    egressBytesPerMonth: content.dataBoundary.egressBytesPerMonth,
  };
  return (
    <div className="flex flex-col gap-5">
      <CostView title={t("trial")} cost={plannedCost(offer, { ...use, end: values.trialEnd ?? "" })} />
      <CostView title={t("period")} cost={plannedCost(offer, { ...use, end: values.end ?? "" })} />
    </div>
  );
}
