import { useTranslations } from "next-intl";
import { StyleConditions } from "@/components/boundary/style-conditions";
import { LinkButton } from "@/components/ui/button";
import { Callout, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { RecordChanges } from "./changes";
import { Bound, Standing } from "./review-head";
import { NewHere } from "./review-page";
import { type ReviewView, standingSignatures } from "./review-view";
import { SendBackForm } from "./send-back-form";
import { SignForm } from "./sign-form";
import { StateBadge, StatusBadge } from "./status-badge";
import { useReviewWords } from "./words";

/** One page with everything that is bound, then the decision; who cannot sign sees why. */
export function SignPage({ review, today }: { review: ReviewView; today: string }) {
  const t = useTranslations();
  const { reference, signRefusal } = review;
  return (
    <>
      <PageHeader
        eyebrow={review.brief.title}
        title={t("review.sign.title", { ref: reference })}
        badge={<StatusBadge status={review.status} />}
        note={t("review.sign.note")}
        actions={
          <LinkButton href={`/reviews/${reference}`}>{t("review.evidence.back", { ref: reference })}</LinkButton>
        }
      />
      {signRefusal ? (
        <Callout tone="warn" title={t("review.sign.missing")}>
          {t(`errors.${signRefusal}`)}
        </Callout>
      ) : null}
      <Standing review={review} />
      <NewHere review={review} />
      <Bound review={review} />
      <Changed review={review} />
      <States review={review} />
      <BoundEvidence review={review} />
      <StyleConditions ids={review.plan.conditions} />
      {signRefusal ? null : (
        <>
          <SignForm
            number={review.number}
            reference={reference}
            digest={review.digest}
            verdict={review.judged.verdict}
            today={today}
            signAs={review.signAs}
            first={standingSignatures(review)[0]?.decision ?? null}
          />
          <SendBackForm number={review.number} reference={reference} signAs={review.signAs} />
        </>
      )}
    </>
  );
}

function Changed({ review }: { review: ReviewView }) {
  const t = useTranslations("review.sign");
  const { sinceSubmitted, sinceBefore } = review;
  return (
    <Section title={t("before")}>
      <div className="flex flex-col gap-3">
        {sinceBefore === null ? (
          <p className="text-muted">{t("first")}</p>
        ) : sinceBefore.length === 0 ? (
          <p className="text-muted">{t("unchanged")}</p>
        ) : (
          <RecordChanges changes={sinceBefore} />
        )}
        {sinceSubmitted && sinceSubmitted.length > 0 ? (
          <Callout tone="warn" title={t("changed")}>
            <RecordChanges changes={sinceSubmitted} />
          </Callout>
        ) : null}
      </div>
    </Section>
  );
}

/** Areas, gates and checks in one table: open ones by name, never hidden behind a total. */
function States({ review }: { review: ReviewView }) {
  const t = useTranslations();
  const words = useReviewWords();
  const { areas, checks } = review.judged;
  const rows = [
    ...areas.map((j) => ({ key: j.area, name: t(`acceptance.areas.${j.area}.name`), judged: j })),
    ...checks.map((j) => ({ key: j.check, name: t(`acceptance.checks.${j.check}.name`), judged: j })),
  ];
  return (
    <Section title={t("review.sign.areas")} note={t("acceptance.notes.diagnostic")}>
      <Table stacked label={t("review.sign.areas")}>
        <thead>
          <tr>
            <Th>{t("review.card.columns.what")}</Th>
            <Th>{t("review.card.columns.state")}</Th>
            <Th>{t("review.card.pause")}</Th>
            <Th numeric>{t("review.card.columns.seen")}</Th>
            <Th numeric>{t("review.card.columns.limit")}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, judged }) => (
            <tr key={key}>
              <Td className="font-medium sm:font-normal">{name}</Td>
              <Td>
                <StateBadge state={judged.state} />
              </Td>
              <Td line>{words.reason(judged) ?? "–"}</Td>
              <Td numeric label={t("review.card.columns.seen")} className="max-w-56 !whitespace-normal break-words">
                {words.seen({ ...judged, id: judged.criteria.find((c) => c.seen === judged.seen)?.id ?? "" })}
              </Td>
              <Td numeric label={t("review.card.columns.limit")} className="max-w-56 !whitespace-normal break-words">
                {words.limit({ ...judged, id: judged.criteria.find((c) => c.limit === judged.limit)?.id ?? "" })}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

function BoundEvidence({ review }: { review: ReviewView }) {
  const t = useTranslations();
  const words = useReviewWords();
  const kept = review.evidence.filter((e) => !e.erased);
  return (
    <Section title={t("review.sign.evidence")}>
      {kept.length === 0 ? <p className="text-muted">{t("review.evidence.none")}</p> : null}
      <ul className="flex flex-col gap-2 text-sm">
        {kept.map((e) => {
          const out = review.judged.notCounted.find((n) => n.id === e.id)?.because;
          return (
            <li key={e.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
              <a
                className="wrap-anywhere text-accent underline underline-offset-2"
                href={`/reviews/REV-${review.number}/evidence/${e.id}`}
              >
                {e.fileName}
              </a>
              <span>{words.read(e.reading.format)}</span>
              <span className="text-muted">
                {t("review.evidence.byAt", { by: e.by ?? "–", date: words.when(e.at) })}
              </span>
              <code className="font-mono text-xs text-muted">{e.sha256.slice(0, 12)}</code>
              {out ? <span className="font-medium text-warn">{t(`acceptance.notCounted.${out}`)}</span> : null}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
