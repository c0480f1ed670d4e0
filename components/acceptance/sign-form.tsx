"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { ErrorSummary, type SummaryError } from "@/components/ui/error-summary";
import { Field, Input, Textarea } from "@/components/ui/field";
import { Callout, Section } from "@/components/ui/surface";
import { DECISIONS, type Decision } from "@/lib/acceptance/names";
import { signReview } from "@/lib/acceptance/server/actions";
import { decisionRefusal, type Overall } from "@/lib/acceptance/verdict";
import { RecordChanges } from "./changes";
import { firstName, NameChoice } from "./name-choice";
import type { SignAs } from "./review-view";
import { changesIn } from "./submit-section";

type FieldName = "decision" | "conditions" | "lookAgainOn" | "confirmation";
type Faults = Readonly<Partial<Record<FieldName, string>>>;

interface Props {
  readonly number: number;
  readonly reference: string;
  readonly digest: string;
  readonly verdict: Overall;
  readonly today: string;
  readonly signAs: SignAs;
  /** The decision of the first of two signatures, which the second has to carry. */
  readonly first: Decision | null;
}

/** The decision, typed and confirmed by hand; it binds the digest that this page showed. */
export function SignForm({ number, reference, digest, verdict, today, signAs, first }: Props) {
  const t = useTranslations();
  const router = useRouter();
  const { write, pending, error, failure, clear } = useWrite();
  const [decision, setDecision] = useState<Decision | null>(first);
  const [conditions, setConditions] = useState("");
  const [lookAgainOn, setLookAgainOn] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [faults, setFaults] = useState<Faults>({});
  const [delegation, setDelegation] = useState(firstName(signAs));

  function check(): Faults {
    const refusal = decision ? decisionRefusal(decision, verdict, conditions) : null;
    const words = refusal ? t(`acceptance.decisionRefusals.${refusal}`) : null;
    return {
      ...(decision ? {} : { decision: t("review.sign.decisionMissing") }),
      ...(words && { [refusal === "CONDITIONS_NEEDED" ? "conditions" : "decision"]: words }),
      ...(lookAgainOn !== "" && lookAgainOn < today ? { lookAgainOn: t("review.sign.past") } : {}),
      ...(confirmation.trim().toUpperCase() === reference
        ? {}
        : { confirmation: t("review.sign.confirmMissing", { ref: reference }) }),
    };
  }

  async function submit(e: FormEvent) {
    e.preventDefault();
    const found = check();
    setFaults(found);
    if (Object.keys(found).length > 0 || decision === null) return;
    const given = { conditions: conditions === "" ? null : conditions, lookAgainOn: lookAgainOn || null };
    const done = await write(() => signReview({ number, digest, decision, confirmation, delegation, ...given }));
    if (done) router.push(`/reviews/${reference}`);
  }

  const summary: SummaryError[] = (Object.keys(faults) as FieldName[]).map((k) => ({
    fieldId: k === "decision" ? `sign-decision-${DECISIONS[0]}` : `sign-${k}`,
    text: faults[k] ?? "",
  }));
  // The list above stays as it was submitted; beside a field nothing is said any more once it is mended.
  const now = check();
  const fault = (k: FieldName) => (now[k] === undefined ? undefined : faults[k]);
  const invalid = (k: FieldName) => ({
    "aria-invalid": fault(k) !== undefined || undefined,
    "aria-describedby":
      [fault(k) ? `sign-${k}-error` : "", k === "conditions" ? `sign-${k}-hint` : ""].join(" ").trim() || undefined,
  });
  return (
    <Section id="decide" title={t("review.sign.decide")}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <ErrorSummary title={t("common.errorSummary", { count: summary.length })} errors={summary} />
        <NameChoice id="sign-as" signAs={signAs} value={delegation} onChange={setDelegation} />
        {first ? <p className="text-sm">{t("review.sign.second")}</p> : null}
        <DecisionChoice decision={decision} fault={fault("decision")} onChange={setDecision} />
        <Field
          id="sign-conditions"
          label={t("review.sign.conditions")}
          hint={t("review.sign.conditionsHint")}
          error={fault("conditions")}
        >
          <Textarea
            id="sign-conditions"
            placeholder={t("examples.conditions")}
            value={conditions}
            maxLength={4000}
            {...invalid("conditions")}
            onChange={(e) => setConditions(e.target.value)}
          />
        </Field>
        <Field
          id="sign-lookAgainOn"
          label={t("review.sign.lookAgain")}
          optional={t("common.optional")}
          error={fault("lookAgainOn")}
          className="max-w-60"
        >
          <Input
            id="sign-lookAgainOn"
            type="date"
            min={today}
            value={lookAgainOn}
            {...invalid("lookAgainOn")}
            onChange={(e) => setLookAgainOn(e.target.value)}
          />
        </Field>
        <Callout tone="warn">{t("review.sign.noUndo")}</Callout>
        <Field
          id="sign-confirmation"
          label={t("review.sign.confirm", { ref: reference })}
          error={fault("confirmation")}
          className="max-w-60"
        >
          <Input
            id="sign-confirmation"
            value={confirmation}
            autoComplete="off"
            spellCheck={false}
            {...invalid("confirmation")}
            onChange={(e) => setConfirmation(e.target.value)}
          />
        </Field>
        <div className="flex flex-col items-start gap-3">
          <Button type="submit" tone="primary" pending={pending}>
            {t("review.sign.button")}
          </Button>
          <div role="status" className="flex flex-col gap-2 text-sm">
            {error ? <p className="font-medium text-bad">{error}</p> : null}
            <RecordChanges changes={changesIn(failure?.data)} />
            {failure?.code === "REVIEW_CHANGED" ? (
              <Button
                onClick={() => {
                  clear();
                  router.refresh();
                }}
              >
                {t("review.sign.readAgain")}
              </Button>
            ) : null}
          </div>
        </div>
      </form>
    </Section>
  );
}

function DecisionChoice({
  decision,
  fault,
  onChange,
}: {
  decision: Decision | null;
  fault: string | undefined;
  onChange: (d: Decision) => void;
}) {
  const t = useTranslations();
  return (
    <fieldset aria-describedby={fault ? "sign-decision-error" : undefined}>
      <legend className="mb-1 text-sm font-medium">{t("review.sign.decision")}</legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {DECISIONS.map((d) => (
          <label key={d} htmlFor={`sign-decision-${d}`} className="flex items-start gap-2.5 py-1.5 text-sm">
            <input
              id={`sign-decision-${d}`}
              type="radio"
              name="decision"
              value={d}
              checked={decision === d}
              onChange={() => onChange(d)}
              className="mt-0.5 size-4.5 shrink-0 accent-accent"
            />
            <span>
              <span className="font-medium">{t(`acceptance.decisions.${d}.name`)}</span>
              <span className="block text-[0.8125rem] text-muted">{t(`acceptance.decisions.${d}.what`)}</span>
            </span>
          </label>
        ))}
      </div>
      {fault ? (
        <p id="sign-decision-error" className="text-[0.8125rem] font-medium text-bad">
          {fault}
        </p>
      ) : null}
    </fieldset>
  );
}
