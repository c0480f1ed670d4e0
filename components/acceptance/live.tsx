import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { DrawnWhenOpened } from "@/components/ui/drawn-when-opened";
import Link from "@/components/ui/link";
import { Section } from "@/components/ui/surface";
import type { EvidenceEntry } from "./evidence-item";
import { LiveForm, StopLive } from "./live-form";
import { LookAgain } from "./look-again";
import type { LiveView, ReviewView } from "./review-view";
import { useWhen } from "./when";

/** Scrapes on a schedule while the load gate runs; shown where there is one, or one could be started. */
export function Live({ review, writable }: { review: ReviewView; writable: boolean }) {
  const t = useTranslations("review.live");
  const running = review.card.gates.load.at(-1)?.endedAt === null;
  const active = review.live.some((w) => w.stoppedAt === null);
  if (review.live.length === 0 && !running) return null;
  return (
    <Section id="live" title={t("title")} note={t("note")}>
      <div className="flex flex-col gap-4">
        {active ? <LookAgain /> : null}
        {review.live.length === 0 ? (
          <p className="text-muted">{t("none")}</p>
        ) : (
          <ul className="flex flex-col gap-3">
            {review.live.map((w) => (
              <Watch key={w.id} watch={w} review={review} writable={writable} />
            ))}
          </ul>
        )}
        {writable && running && !active ? (
          <div className="no-print flex flex-col gap-3">
            <p className="text-[0.8125rem] text-muted">
              {t.rich("hosts", {
                link: (words) => (
                  <Link className="text-accent underline underline-offset-2" href="/settings/live">
                    {words}
                  </Link>
                ),
              })}
            </p>
            <DrawnWhenOpened summary={t("start")}>
              <LiveForm review={review.number} />
            </DrawnWhenOpened>
          </div>
        ) : null}
      </div>
    </Section>
  );
}

/** The page that a watch stored last; watches follow each other, so their times tell them apart. */
function lastStored({ evidence }: ReviewView, { startedAt, stoppedAt }: LiveView): EvidenceEntry | undefined {
  const [from, to] = [Date.parse(startedAt), stoppedAt === null ? Number.POSITIVE_INFINITY : Date.parse(stoppedAt)];
  return evidence.findLast(
    (e) => /^live-\d+\.txt$/.test(e.fileName) && Date.parse(e.at) >= from && Date.parse(e.at) <= to,
  );
}

function Watch({ watch, review, writable }: { watch: LiveView; review: ReviewView; writable: boolean }) {
  const t = useTranslations("review.live");
  const somebody = useTranslations("review.page")("somebody");
  const when = useWhen();
  const active = watch.stoppedAt === null;
  const last = lastStored(review, watch);
  return (
    <li className="flex flex-col gap-1 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={active ? "accent" : "neutral"}>{t(active ? "active" : "stopped")}</Badge>
        <code className="min-w-0 break-all font-mono text-[0.8125rem]">{watch.url}</code>
      </div>
      <p className="text-muted">
        {t("facts", {
          by: watch.by ?? somebody,
          from: when(watch.startedAt),
          to: when(watch.stoppedAt ?? watch.endsAt),
          seconds: watch.everySeconds,
          count: watch.scrapes,
        })}
      </p>
      {active && watch.baselineAt === null && watch.failures === 0 ? <p>{t("waiting")}</p> : null}
      {active && watch.baselineAt !== null && watch.scrapes === 0 ? <p>{t("begun")}</p> : null}
      {last ? (
        <p>
          {t.rich("last", {
            file: last.fileName,
            at: when(last.at),
            link: (text) => (
              <a className="text-accent underline underline-offset-2" href={`#evidence-${last.id}`}>
                {text}
              </a>
            ),
          })}
        </p>
      ) : null}
      {watch.stoppedWhy ? <p>{t(`why.${watch.stoppedWhy}`)}</p> : null}
      {watch.lastError ? (
        <p className="font-medium text-warn">{t("lastError", { count: watch.failures, error: watch.lastError })}</p>
      ) : null}
      {active && writable ? <StopLive review={review.number} id={watch.id} /> : null}
    </li>
  );
}
