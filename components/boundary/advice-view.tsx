"use client";
import { useTranslations } from "next-intl";
import { fieldId } from "@/components/brief/field-id";
import { Badge } from "@/components/ui/badge";
import Link from "@/components/ui/link";
import type { Advice } from "@/lib/boundary/advise";
import type { EdgeWithCentre } from "@/lib/boundary/edge";
import type { BoundaryAnswer, NeedReason } from "@/lib/boundary/schema";
import { fieldAt } from "@/lib/brief/fields";

interface AdviceProps {
  /** As it was stored; older advice knows no edge. */
  readonly advice: Advice;
  readonly briefHref: string;
}

/** All five answers in order of persistence, "rent nothing" first; each refused one says the needs that it fails. */
export function AdviceView({ advice, briefHref }: AdviceProps) {
  const t = useTranslations();
  return (
    <div className="flex flex-col gap-4">
      {advice.boundary ? (
        <p className="text-[0.9375rem] font-medium">
          {t("boundary.advice.chosen", { style: t(`boundary.styles.${advice.boundary}.name`) })}
        </p>
      ) : (
        <p className="text-[0.9375rem] font-medium">{t("boundary.advice.open", { count: advice.questions.length })}</p>
      )}
      {advice.answer && advice.answer !== advice.boundary ? (
        <p className="font-medium">{t("boundary.advice.answer", { answer: t(`boundary.answers.${advice.answer}`) })}</p>
      ) : null}
      {advice.cpuIsEnough ? <p>{t("boundary.advice.cpu")}</p> : null}
      {advice.hybrid ? (
        <div className="text-sm">
          <p>{t("boundary.advice.hybrid")}</p>
          <ul className="list-disc pl-5">
            {[...advice.hybrid.api, ...advice.hybrid.rented].map((part) => (
              <li key={part}>{t(`boundary.hybridParts.${part}`)}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {advice.edge ? <EdgePart edge={advice.edge} /> : null}
      {advice.questions.length > 0 ? (
        <ul className="list-disc space-y-1 pl-5 text-sm">
          {advice.questions.map((q) => (
            <li key={q.code}>
              <Link className="text-accent underline underline-offset-2" href={`${briefHref}#${fieldId(q.field)}`}>
                {t(fieldAt(q.field).labelKey)}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <ol className="divide-y divide-line border-y border-line">
        {advice.answers.map((a) => (
          <Answer key={a.boundary} answer={a} chosen={a.boundary === advice.boundary} />
        ))}
      </ol>
      {advice.conditions.length > 0 ? (
        <div>
          <h3 className="text-sm font-semibold">{t("boundary.advice.conditions")}</h3>
          <ul className="mt-1 list-disc space-y-1 pl-5 text-sm">
            {advice.conditions.map((c) => (
              <li key={c.id}>
                <span className="font-medium">{t(`boundary.watchOuts.${c.id}.name`)}:</span>{" "}
                {t(`boundary.watchOuts.${c.id}.condition`)}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

function EdgePart({ edge }: { edge: EdgeWithCentre }) {
  const t = useTranslations("boundary");
  return (
    <div className="text-sm">
      <p>{t("advice.edge", { need: t(`reasons.${edge.need.code}`) })}</p>
      <ul className="list-disc pl-5">
        {[...edge.edge, ...edge.centre].map((part) => (
          <li key={part}>{t(`edgeParts.${part}`)}</li>
        ))}
        {edge.sites === null ? null : <li>{t("advice.sites", { count: edge.sites })}</li>}
      </ul>
    </div>
  );
}

function Answer({ answer, chosen }: { answer: BoundaryAnswer; chosen: boolean }) {
  const t = useTranslations();
  const state = chosen
    ? "chosen"
    : answer.moreThanNeeded
      ? "more"
      : answer.accepted
        ? "enough"
        : answer.failed.length > 0
          ? "refused"
          : "undecided";
  const tone = { chosen: "good", more: "neutral", enough: "neutral", refused: "bad", undecided: "warn" } as const;
  return (
    <li className="grid gap-x-4 gap-y-1.5 py-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <div>
        <p className="font-medium">{t(`boundary.styles.${answer.boundary}.name`)}</p>
        <Badge tone={tone[state]}>{t(`boundary.advice.state.${state}`)}</Badge>
        <p className="mt-1 text-[0.8125rem] text-muted">
          {t(`boundary.styles.${answer.boundary}.suits`)}. {t(`boundary.styles.${answer.boundary}.strength`)}.
        </p>
      </div>
      <div className="flex flex-col gap-1 text-sm">
        <Reasons label={t("boundary.advice.failed")} reasons={answer.failed} />
        <Reasons label={t("boundary.advice.met")} reasons={answer.met} quiet />
        <Reasons label={t("boundary.advice.unknown")} reasons={answer.unknown} quiet />
      </div>
    </li>
  );
}

/** What fails stands open; what is met or still open is folded, since it decides nothing alone. */
function Reasons({ label, reasons, quiet }: { label: string; reasons: readonly NeedReason[]; quiet?: boolean }) {
  const t = useTranslations();
  if (reasons.length === 0) return null;
  const words = (r: NeedReason) =>
    t.has(`boundary.reasons.${r.code}`) ? t(`boundary.reasons.${r.code}`, r.params) : r.why;
  const list = (
    <ul className="list-disc pl-5">
      {reasons.map((r) => (
        <li key={r.code + r.field}>{words(r)}</li>
      ))}
    </ul>
  );
  if (!quiet) {
    return (
      <div>
        <span className="font-medium">{label}</span>
        {list}
      </div>
    );
  }
  return (
    <details className="group text-muted">
      <summary className="flex w-fit list-none items-center gap-1.5 font-medium pointer-coarse:min-h-11">
        <span aria-hidden="true" className="transition-transform group-open:rotate-90">
          ▸
        </span>
        {label} <span className="tabular font-normal">{reasons.length}</span>
      </summary>
      {list}
    </details>
  );
}
