import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import Link from "@/components/ui/link";
import { Callout, Facts, Section } from "@/components/ui/surface";
import { RecordChanges, VoidChanges } from "./changes";
import {
  type Behalf,
  openAreas,
  type ReviewEventView,
  type ReviewView,
  type SignatureView,
  standingSignatures,
} from "./review-view";
import { STATE_TONES } from "./tones";
import { useReviewWords } from "./words";

const LINK = "text-accent underline underline-offset-2";

/** What stands over the review now: a signature, what ended it, why it came back, or a brief that moved on. */
export function Standing({ review }: { review: ReviewView }) {
  const t = useTranslations("review.page");
  const { signature, status } = review;
  const last = review.events.at(-1);
  const { number, newest } = review.brief.revision;
  return (
    <>
      {newest > number ? (
        <Callout tone="warn">
          <p>{t("newerBrief", { newest, number })}</p>
          <Link className={LINK} href={`/plans/PLN-${review.plan.number}`}>
            {t("toPlan")}
          </Link>
        </Callout>
      ) : null}
      {status === "sent-back" && last ? <SentBack event={last} /> : null}
      {review.signatures.map((s) => (
        <Signed key={s.at + s.by} signature={s} changes={s === signature ? (review.sinceBefore ?? []) : []} />
      ))}
      <OneOfTwo review={review} />
    </>
  );
}

/** The first of two signatures stands; it says what the second has to be. */
function OneOfTwo({ review }: { review: ReviewView }) {
  const t = useTranslations("review.page");
  const words = useReviewWords();
  const { status, signaturesNeeded, record } = review;
  if (signaturesNeeded < 2 || (status !== "submitted" && status !== "open")) return null;
  const given = standingSignatures(review).length;
  const moved = given > 0 && review.signature?.digest !== review.digest;
  const cost = record.cost ? words.money(record.cost.amount, record.cost.currency) : null;
  return (
    <Callout tone={moved ? "warn" : "accent"} title={t("twoNeeded", { given })}>
      <p>{cost ? t("twoWhy", { cost }) : t("twoWhyUnknown")}</p>
      {moved ? <p className="font-medium">{t("twoMoved")}</p> : null}
    </Callout>
  );
}

function SentBack({ event }: { event: ReviewEventView }) {
  const t = useTranslations();
  return (
    <Callout tone="warn" title={t("review.page.sentBack", { by: event.by ?? t("review.page.somebody") })}>
      <p className="whitespace-pre-wrap break-words">{event.reason}</p>
      {event.areas.length > 0 ? (
        <ul className="mt-1 list-disc pl-5">
          {event.areas.map((a) => (
            <li key={a.area} className="break-words">
              <a className={LINK} href={`#area-${a.area}`}>
                {t(`acceptance.areas.${a.area}.name`)}
              </a>
              : {a.reason}
            </li>
          ))}
        </ul>
      ) : null}
    </Callout>
  );
}

function Signed({ signature, changes }: { signature: SignatureView; changes: NonNullable<ReviewView["sinceBefore"]> }) {
  const t = useTranslations();
  const words = useReviewWords();
  const ended = signature.void;
  const somebody = t("review.page.somebody");
  const who = (by: string | null, behalf: Behalf | null) =>
    behalf === null ? (by ?? somebody) : t("review.page.onBehalf", { by: by ?? somebody, of: behalf.name ?? somebody });
  return (
    <Callout
      tone={ended ? "bad" : "good"}
      title={t("review.page.signedBy", {
        by: who(signature.by, signature.behalf),
        date: words.when(signature.at),
        decision: t(`acceptance.decisions.${signature.decision}.name`),
      })}
    >
      <div className="flex flex-col gap-2">
        {signature.behalf ? <Delegated behalf={signature.behalf} /> : null}
        {signature.conditions ? (
          <p className="whitespace-pre-wrap break-words">
            {t("review.page.conditions")}: {signature.conditions}
          </p>
        ) : null}
        {signature.lookAgainOn ? (
          <p>
            {t("review.page.lookAgain")}: {words.day(signature.lookAgainOn)}
          </p>
        ) : null}
        {signature.holds ? null : <p className="font-semibold">{t("review.page.broken")}</p>}
        {ended ? (
          <>
            <p className="font-semibold">
              {t("review.page.voided", { by: ended.by ?? somebody, date: words.when(ended.at) })}
            </p>
            <VoidChanges changes={ended.changes} />
          </>
        ) : null}
        {changes.length > 0 ? (
          <details>
            <summary className="pointer-coarse:py-3">{t("review.page.sinceSignature")}</summary>
            <RecordChanges changes={changes} />
          </details>
        ) : null}
      </div>
    </Callout>
  );
}

/** What had been delegated, as it stood when the signature was given. */
export function Delegated({ behalf }: { behalf: Behalf }) {
  const t = useTranslations("review.page");
  const words = useReviewWords();
  const { startsAt, endsAt, amount, currency, everyBrief } = behalf;
  const limits = { from: words.when(startsAt), until: words.when(endsAt), amount: words.money(amount, currency) };
  return <p>{t(everyBrief ? "delegatedAll" : "delegatedSome", limits)}</p>;
}

/** Brief revision, plan revision, trial, verdict and the digest that a signature would bind. */
export function Bound({ review }: { review: ReviewView }) {
  const t = useTranslations();
  const words = useReviewWords();
  const { brief, plan, trial, judged, contributors } = review;
  const revision = (n: number) => t("review.page.revision", { n });
  // Under a standing signature the page shows what was signed, not what would be signed today.
  const signed = review.status === "signed" ? review.signature : null;
  const people = [...new Map(contributors.map((c) => [c.name ?? t("review.page.somebody"), c.how]))];
  return (
    <Section title={t("review.page.what")} note={t("review.page.whatNote")}>
      <Facts
        items={[
          {
            label: t("review.page.brief"),
            value: (
              <>
                <Link className={LINK} href={`/briefs/BRF-${brief.number}/revisions/${brief.revision.number}`}>
                  BRF-{brief.number}, {revision(brief.revision.number)}
                </Link>
                {brief.keptFromExample > 0 ? (
                  <span className="block text-[0.8125rem] text-muted">
                    {t("brief.page.kept", { count: brief.keptFromExample })}
                  </span>
                ) : null}
              </>
            ),
          },
          {
            label: t("review.page.plan"),
            value: (
              <Link className={LINK} href={`/plans/PLN-${plan.number}`}>
                PLN-{plan.number}, {revision(plan.revision.number)}
              </Link>
            ),
          },
          {
            label: t("review.page.trial"),
            value: trial ? (
              <>
                <Link className={LINK} href={`/rentals/RNT-${trial.number}`}>
                  RNT-{trial.number}
                </Link>
                <span className="block text-[0.8125rem] text-muted">
                  {t("review.page.trialTime", { from: words.when(trial.startsAt), to: words.when(trial.endsAt) })}
                </span>
              </>
            ) : (
              t("review.page.noTrial")
            ),
          },
          ...(signed
            ? [
                {
                  label: t("review.page.signedVerdict"),
                  value: (
                    <Badge tone={STATE_TONES[signed.record.verdict.overall]}>
                      {t(`acceptance.verdict.${signed.record.verdict.overall}`)}
                    </Badge>
                  ),
                },
              ]
            : []),
          {
            label: t(signed ? "review.page.judgedToday" : "review.page.verdict"),
            value: <Badge tone={STATE_TONES[judged.verdict]}>{t(`acceptance.verdict.${judged.verdict}`)}</Badge>,
          },
          {
            label: t("review.page.cost"),
            value: review.record.cost
              ? words.money(review.record.cost.amount, review.record.cost.currency)
              : t("review.page.costUnknown"),
          },
          { label: t("review.page.signaturesNeeded"), value: words.number(review.signaturesNeeded) },
          { label: t("review.page.openAreas"), value: words.number(openAreas(judged)) },
          {
            label: t("review.page.contributors"),
            value: people.map(([name, how]) => `${name} (${t(`review.page.how.${how}`)})`).join(", "),
          },
          {
            label: t(signed ? "review.page.signedDigest" : "review.page.digest"),
            value: <code className="break-all font-mono text-xs">{signed?.digest ?? review.digest}</code>,
            wide: true,
          },
        ]}
      />
    </Section>
  );
}

/** Every event in order; nothing is ever taken out of it. */
export function History({ review }: { review: ReviewView }) {
  const t = useTranslations("review.page");
  const words = useReviewWords();
  return (
    <Section id="history" title={t("history")}>
      {review.events.length === 0 ? <p className="text-muted">{t("noHistory")}</p> : null}
      <ol className="flex flex-col gap-2 text-sm">
        {review.events.map((e) => (
          <li key={e.seq} className="flex flex-wrap gap-x-3">
            <span className="tabular text-muted">{words.when(e.at)}</span>
            <span>{t(`events.${e.kind}`, { by: e.by ?? t("somebody") })}</span>
            {e.reason ? <span className="w-full whitespace-pre-wrap break-words pl-4">{e.reason}</span> : null}
          </li>
        ))}
      </ol>
    </Section>
  );
}
