import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { Callout, PageHeader, Section } from "@/components/ui/surface";
import type { EvidenceEntry } from "./evidence-item";

const SHOWN_LINES = 2_000;

/** The file as received, line by line; what no reader took is marked. */
export function RawEvidence({ view, text, review }: { view: EvidenceEntry; text: string | null; review: number }) {
  const t = useTranslations("review.evidence");
  const lines = (text ?? "").replaceAll("\r\n", "\n").split("\n");
  const shown = lines.slice(0, SHOWN_LINES).map((line, i) => ({ n: i + 1, line }));
  const unread = new Set(view.reading.format === null ? [] : view.reading.unread.map((l) => l.line));
  return (
    <>
      <PageHeader
        eyebrow={`REV-${review}`}
        title={t("rawTitle", { name: view.fileName || t("erased") })}
        note={unread.size > 0 ? t("rawMarks") : undefined}
        actions={
          <>
            <LinkButton href={`/reviews/REV-${review}#evidence-${view.id}`}>
              {t("back", { ref: `REV-${review}` })}
            </LinkButton>
            {view.erased ? null : (
              <a
                className="inline-flex min-h-10 items-center px-3 text-sm text-accent underline underline-offset-2"
                href={`/api/v1/evidence/${view.id}`}
                download={view.fileName}
              >
                {t("download")}
              </a>
            )}
          </>
        }
      />
      {view.erased ? <Callout tone="warn">{view.erased.reason}</Callout> : null}
      {!view.erased && text === null ? <Callout tone="warn">{t("rawBinary")}</Callout> : null}
      {lines.length > SHOWN_LINES ? <Callout>{t("rawCut", { n: SHOWN_LINES })}</Callout> : null}
      {text === null ? null : (
        <Section>
          <ol className="overflow-x-auto font-mono text-xs leading-5">
            {shown.map(({ n, line }) => (
              <li
                key={n}
                className={classes(
                  "grid grid-cols-[3rem_1rem_minmax(0,1fr)]",
                  unread.has(n) && "bg-warn-soft text-warn",
                )}
              >
                <span className="select-none text-right text-muted">{n}</span>
                <span className="text-center">{unread.has(n) ? "▲" : ""}</span>
                <span className="whitespace-pre-wrap wrap-anywhere">{line.slice(0, 4_000)}</span>
              </li>
            ))}
          </ol>
        </Section>
      )}
    </>
  );
}
