import { useTranslations } from "next-intl";
import { StyleConditions } from "@/components/boundary/style-conditions";
import { LinkButton } from "@/components/ui/button";
import { Callout, EmptyState, PageHeader, Section } from "@/components/ui/surface";
import { Areas } from "./areas";
import { CardProvider } from "./card-store";
import { Checks, Measured } from "./checks";
import { DrillSection } from "./drill";
import { EvidenceDrop } from "./evidence-drop";
import { EvidenceItem } from "./evidence-item";
import { Gates } from "./gates";
import { SinceSeen } from "./inbox-page";
import { Live } from "./live";
import { MarkSeen } from "./mark-seen";
import { Readiness } from "./readiness";
import { Bound, History, Standing } from "./review-head";
import { evidenceLabels, openAreas, type ReviewView, standingSignatures } from "./review-view";
import { StatusBadge } from "./status-badge";
import { SubmitSection } from "./submit-section";
import { Sweeps } from "./sweep";
import { Tuning } from "./tuning";
import type { CardEdit } from "./use-card";
import { useReviewWords } from "./words";

interface Props {
  readonly review: ReviewView;
  readonly canWrite: boolean;
  readonly canDecide: boolean;
  readonly maxBytes: number;
  /** Now, as the server's clock says. */
  readonly now: string;
}

const JUMPS = ["card", "gates", "checks", "readiness", "drill", "evidence"] as const;

export function ReviewPage({ review, canWrite, canDecide, maxBytes, now }: Props) {
  const t = useTranslations("review");
  const writable = canWrite && review.status !== "submitted";
  const labels = evidenceLabels(review.evidence);
  const choices = review.evidence.filter((e) => !e.erased).map((e) => ({ id: e.id, label: e.fileName }));
  const { number, card, cardVersion, judged } = review;
  const edit: CardEdit | null = writable ? { number, card, choices } : null;
  const protection =
    review.brief.personalData !== "yes" ? "not-needed" : judged.dataProtectionAnswered ? "shown" : "open";
  return (
    <>
      <PageHeader
        eyebrow={`${review.reference} · PLN-${review.plan.number}`}
        title={review.brief.title}
        badge={<StatusBadge status={review.status} />}
        actions={
          <>
            {review.evidence.length > 1 ? (
              <LinkButton href={`/reviews/${review.reference}/compare`}>{t("compare.link")}</LinkButton>
            ) : null}
            <LinkButton href={`/reviews/${review.reference}/runs`}>{t("runs.link")}</LinkButton>
            <LinkButton href={`/reviews/${review.reference}/print`}>{t("page.print")}</LinkButton>
            {canDecide && review.status === "submitted" ? (
              <LinkButton tone="primary" href={`/reviews/${review.reference}/sign`}>
                {t("page.sign")}
              </LinkButton>
            ) : null}
          </>
        }
      />
      <nav
        aria-label={t("page.jumpLabel")}
        className="no-print -mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm pointer-coarse:gap-y-0"
      >
        {JUMPS.map((j) => (
          <a
            key={j}
            href={`#${j}`}
            className="inline-flex items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11"
          >
            {t(`page.jump.${j}`)}
          </a>
        ))}
      </nav>
      <Standing review={review} />
      <NewHere review={review} />
      {canWrite && review.status === "submitted" ? <Callout tone="accent">{t("page.locked")}</Callout> : null}
      {canWrite && review.status === "signed" ? <Callout tone="warn">{t("page.signedLocked")}</Callout> : null}
      <Bound review={review} />
      {canWrite && review.status !== "signed" ? (
        <SubmitSection
          number={number}
          status={review.status}
          open={openAreas(judged)}
          halfSigned={standingSignatures(review).length > 0}
        />
      ) : null}
      {review.brief.synthetic === "all" ? <Callout tone="warn">{t("card.synthetic")}</Callout> : null}
      {review.brief.synthetic === "some" ? <Callout>{t("card.partlySynthetic")}</Callout> : null}
      <CardProvider version={cardVersion} card={card}>
        <Areas areas={judged.areas} labels={labels} edit={edit} card={card} />
        <Gates gates={judged.gates} labels={labels} edit={edit} protection={protection} card={card} now={now} />
        <Tuning card={card} edit={edit} />
        <Checks checks={judged.checks} labels={labels} />
        <Measured rows={judged.measured} labels={labels} />
        <Sweeps sweeps={judged.sweeps} labels={labels} />
        <StyleConditions ids={review.plan.conditions} />
        <Readiness items={judged.readiness} />
        <DrillSection drill={card.drill} edit={edit} labels={labels} today={now.slice(0, 10)} />
      </CardProvider>
      <Live review={review} writable={writable} />
      <EvidenceSection review={review} writable={writable} maxBytes={maxBytes} now={now} />
      <History review={review} />
    </>
  );
}

/** What this person finds new since they last looked; the look itself is noted in the browser. */
export function NewHere({ review }: { review: ReviewView }) {
  const { sinceSeen, number, digest } = review;
  return (
    <>
      {sinceSeen && sinceSeen.changes.length > 0 ? (
        <Callout>
          <SinceSeen since={sinceSeen} />
        </Callout>
      ) : null}
      <MarkSeen number={number} digest={digest} />
    </>
  );
}

/** Why evidence that is added now would not count: no trial, not begun, over; null while it runs. */
function useOutsideTrial(trial: ReviewView["trial"], now: string): string | null {
  const t = useTranslations("review.evidence.outside");
  const words = useReviewWords();
  if (!trial) return t("none");
  if (now < trial.startsAt) return t("before", { date: words.when(trial.startsAt) });
  return now > trial.endsAt ? t("after", { date: words.when(trial.endsAt) }) : null;
}

function EvidenceSection({
  review,
  writable,
  maxBytes,
  now,
}: {
  review: ReviewView;
  writable: boolean;
  maxBytes: number;
  now: string;
}) {
  const t = useTranslations("review.evidence");
  const outside = useOutsideTrial(review.trial, now);
  return (
    <Section id="evidence" title={t("title")} note={t("note")}>
      <div className="flex flex-col gap-6">
        {writable ? (
          <div className="no-print flex flex-col gap-3">
            <h3 className="text-sm font-semibold">{t("add")}</h3>
            {outside ? <Callout tone="warn">{outside}</Callout> : null}
            <p className="text-[0.8125rem] text-muted">
              {t.rich("collect", {
                link: (words) => (
                  <a className="text-accent underline underline-offset-2" href="/collect.sh" download>
                    {words}
                  </a>
                ),
              })}
            </p>
            <EvidenceDrop review={review.number} maxBytes={maxBytes} />
          </div>
        ) : null}
        {review.evidence.length === 0 ? (
          <EmptyState title={t("none")}>{t("noneText")}</EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {review.evidence.map((e) => (
              <EvidenceItem
                key={e.id}
                entry={e}
                review={review.number}
                notCounted={review.judged.notCounted.find((n) => n.id === e.id)?.because ?? null}
                canErase={writable}
              />
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
