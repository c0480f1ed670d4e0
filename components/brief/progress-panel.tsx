"use client";
import { useTranslations } from "next-intl";
import { Section } from "@/components/ui/surface";
import { fieldAt } from "@/lib/brief/fields";
import type { BlockProgress, BriefProgress } from "@/lib/brief/progress";
import { fieldId } from "./field-id";

/** More sections than these stand in the form all the same; the list beside it stays short. */
const SHOWN = 7;

const firstOf = (open: BlockProgress) => open.missing[0]?.path ?? open.unlooked[0];

/** "44 of 48 needed answers", and each section that still asks for something as a way to its first question. */
export function ProgressPanel({ progress }: { progress: BriefProgress }) {
  const t = useTranslations("brief");
  const { needed, answered, unlooked } = progress;
  const gaps = needed - answered;
  // What is missing comes before what is only to be looked at.
  const open = [...progress.open].sort((a, b) => Number(b.missing.length > 0) - Number(a.missing.length > 0));
  return (
    <Section id="progress" title={t("form.progress.title", { answered, needed })}>
      <div className="flex flex-col gap-3">
        <progress
          value={answered}
          max={needed}
          aria-label={t("form.progress.label")}
          className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
        />
        <p role="status" className="text-sm text-muted">
          {gaps > 0
            ? t("form.missing", { count: gaps })
            : unlooked > 0
              ? t("form.lookLeft", { count: unlooked })
              : t("form.complete")}
        </p>
        {open.length > 0 ? (
          <ul className="flex flex-col text-sm">
            {open.slice(0, SHOWN).map((b) => (
              <li key={b.block} className="flex flex-wrap items-baseline justify-between gap-x-3 py-0.5">
                <a
                  href={`#${fieldId(firstOf(b) ?? "")}`}
                  className="inline-flex min-h-6 items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11"
                >
                  {t(`blocks.${b.block}.title`)}
                </a>
                <span className="text-[0.8125rem] text-muted">
                  {b.missing.length > 0
                    ? t("form.progress.missing", { count: b.missing.length })
                    : t("form.progress.look", { count: b.unlooked.length })}
                </span>
              </li>
            ))}
            {open.length > SHOWN ? (
              <li className="py-0.5 text-[0.8125rem] text-muted">
                {t("form.progress.more", { count: open.length - SHOWN })}
              </li>
            ) : null}
          </ul>
        ) : null}
      </div>
    </Section>
  );
}

/**
 * The same in one line at the foot of a narrow screen, where the panel stands below the whole form. On a low screen it does
 * not stay: it would cover what is written.
 */
export function ProgressBar({ progress }: { progress: BriefProgress }) {
  const t = useTranslations("brief.form.progress");
  const all = useTranslations();
  const { needed, answered, open } = progress;
  const next = open.find((b) => b.missing.length > 0) ?? open[0];
  const path = next === undefined ? undefined : firstOf(next);
  return (
    <div className="no-print bottom-0 z-10 -mx-4 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line bg-surface px-4 py-2 text-sm lg:hidden [@media(min-height:30rem)]:sticky">
      <span className="tabular">{t("title", { answered, needed })}</span>
      {next && path ? (
        <a
          href={`#${fieldId(path)}`}
          className="inline-flex min-h-6 items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11"
        >
          {next.missing.length > 0
            ? t("next", { field: all(fieldAt(path).labelKey) })
            : t("nextLook", { section: all(`brief.blocks.${next.block}.title`) })}
        </a>
      ) : null}
    </div>
  );
}
