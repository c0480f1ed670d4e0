import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import Link from "@/components/ui/link";
import { EmptyState, PageHeader, Section } from "@/components/ui/surface";
import type { RecordChange } from "@/lib/acceptance/record";
import { useReviewWords } from "./words";

interface Waiting {
  readonly number: number;
  readonly title: string;
  readonly at: string;
  readonly reason: string | null;
  readonly lookAgainOn: string | null;
  readonly halfSigned: boolean;
}

interface Since {
  readonly at: string;
  readonly changes: readonly RecordChange[];
}

interface Props {
  readonly inbox: Readonly<Record<Part, readonly Waiting[]>>;
  /** By number; null where this person never looked. */
  readonly seen: Readonly<Record<number, Since | null>>;
  readonly compared: readonly number[];
  /** What else happened; null where nothing did. */
  readonly happened: ReactNode;
}

const PARTS = ["toSign", "sentBack", "voided", "due"] as const;
type Part = (typeof PARTS)[number];

/** What waits for this person, part by part, each with what is new in it. */
export function InboxPage({ inbox, seen, compared, happened }: Props) {
  const t = useTranslations("inbox");
  const parts = PARTS.filter((p) => inbox[p].length > 0);
  return (
    <>
      <PageHeader title={t("title")} note={t("note")} />
      {parts.length === 0 && happened === null ? <EmptyState title={t("none")}>{t("noneText")}</EmptyState> : null}
      {parts.map((p) => (
        <Section key={p} id={p} title={`${t(`parts.${p}.title`)} (${inbox[p].length})`} note={t(`parts.${p}.note`)}>
          <ul className="divide-y divide-line">
            {inbox[p].map((r) => (
              <Item
                key={r.number}
                review={r}
                part={p}
                since={compared.includes(r.number) ? (seen[r.number] ?? null) : undefined}
              />
            ))}
          </ul>
        </Section>
      ))}
      {happened}
    </>
  );
}

function Item({ review, part, since }: { review: Waiting; part: Part; since: Since | null | undefined }) {
  const t = useTranslations("inbox");
  const words = useReviewWords();
  const href = part === "toSign" ? `/reviews/REV-${review.number}/sign` : `/reviews/REV-${review.number}`;
  return (
    <li className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <h3 className="min-w-0">
          <Link href={href} className="font-medium text-accent underline-offset-2 hover:underline">
            <span className="tabular mr-2 whitespace-nowrap">REV-{review.number}</span>
            {review.title}
          </Link>
        </h3>
        <span className="tabular text-[0.8125rem] text-muted">{words.when(review.at)}</span>
      </div>
      {review.halfSigned ? (
        <p>
          <Badge tone="accent">{t("halfSigned")}</Badge>
        </p>
      ) : null}
      {part === "due" && review.lookAgainOn ? (
        <p className="text-sm">{t("lookAgain", { day: words.day(review.lookAgainOn) })}</p>
      ) : null}
      {review.reason ? <p className="whitespace-pre-wrap break-words text-sm">{review.reason}</p> : null}
      {since === undefined ? null : <SinceSeen since={since} />}
    </li>
  );
}

const SHOWN = 6;

/** What changed since this person last looked, in words. */
export function SinceSeen({ since }: { since: Since | null }) {
  const t = useTranslations("inbox");
  const words = useReviewWords();
  if (since === null) return <p className="text-sm text-muted">{t("neverSeen")}</p>;
  const at = words.when(since.at);
  if (since.changes.length === 0) return <p className="text-sm text-muted">{t("unchanged", { at })}</p>;
  const more = since.changes.length - SHOWN;
  const texts = [...new Set(since.changes.slice(0, SHOWN).map(words.change))];
  return (
    <div className="text-sm">
      <p className="font-medium">{t("changed", { at })}</p>
      <ul className="list-disc space-y-0.5 pl-5">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {more > 0 ? <li>{t("more", { count: more })}</li> : null}
      </ul>
    </div>
  );
}
