import { useTranslations } from "next-intl";
import type { CSSProperties, ReactNode } from "react";
import { PrintButton } from "./print-button";

/** Paper has one theme: the shared parts on it take their colours from here. States are told by word and shape. */
const PAPER = {
  "--color-ink": "#000",
  "--color-muted": "#3a3a3a",
  "--color-line": "#b5b5b5",
  "--color-control": "#5a5a5a",
  "--color-surface": "#fff",
  "--color-sunken": "#f0f0f0",
  "--color-shade": "transparent",
  "--color-accent": "#000",
  "--color-accent-soft": "#fff",
  "--color-good": "#000",
  "--color-good-soft": "#fff",
  "--color-warn": "#000",
  "--color-warn-soft": "#fff",
  "--color-bad": "#000",
  "--color-bad-soft": "#fff",
} as CSSProperties;

/** Text inside a CSS string: what could end it is written by its number. */
const cssText = (text: string): string =>
  text.replace(/[^\w .,:;·/–-]/gu, (c) => `\\${c.codePointAt(0)?.toString(16)} `);

/** What stands below each sheet: what it is a sheet of, and which of how many. */
const sheet = (foot: string): string => `@page {
  margin: 13mm 14mm 15mm;
  @bottom-left { content: "${cssText(foot)}"; font: 7pt monospace; color: #3a3a3a; }
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; color: #3a3a3a; }
}`;

interface PaperProps {
  readonly eyebrow: ReactNode;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  /** Told at the foot of every sheet: a reference, with the digest where there is one. */
  readonly foot: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page that is made to be printed: black on white, without the frame around the other pages. */
export function Paper({ eyebrow, title, note, foot, actions, children }: PaperProps) {
  const t = useTranslations("paper");
  return (
    <main id="main" style={PAPER} className="paper min-h-dvh bg-white text-black [color-scheme:light]">
      <style>{sheet(foot)}</style>
      <div className="mx-auto flex max-w-4xl flex-col gap-5 px-6 py-8 print:max-w-none print:gap-2.5 print:px-0 print:py-0">
        <header className="flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0">
            <p className="text-[0.8125rem]">{eyebrow}</p>
            <h1 className="text-2xl font-semibold print:text-xl">{title}</h1>
            {note ? <p className="font-medium">{note}</p> : null}
          </div>
          <div className="no-print flex flex-wrap items-center gap-4">
            {actions}
            <PrintButton label={t("print")} />
          </div>
        </header>
        {children}
      </div>
    </main>
  );
}
