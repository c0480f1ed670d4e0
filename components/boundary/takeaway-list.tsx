"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import type { Takeaway, TakeawayAnswer } from "@/lib/boundary/takeaway/takeaway";

/** One file or command per target, with what must be filled in and how it is checked before anything is paid for. */
export function TakeawayList({ answers }: { answers: readonly TakeawayAnswer[] }) {
  const t = useTranslations("boundary.takeaway");
  const made = answers.flatMap((a) => (a.ok ? [a.takeaway] : []));
  const refused = answers.flatMap((a) => (a.ok ? [] : [a]));
  return (
    <div className="flex flex-col gap-2">
      {made.map((one) => (
        <Disclosure
          key={one.target}
          summary={
            <span className="flex flex-wrap items-baseline gap-x-3">
              {t(`targets.${one.target}`)}
              <span className="font-normal text-muted">
                {one.toFill.length > 0 ? t("open", { count: one.toFill.length }) : t("complete")}
              </span>
            </span>
          }
        >
          <One takeaway={one} />
        </Disclosure>
      ))}
      {refused.length > 0 ? (
        <ul className="list-disc pl-5 text-[0.8125rem] text-muted">
          {refused.map((r) => (
            <li key={r.target}>
              {t(`targets.${r.target}`)}: {t(`refused.${r.code}`)}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function One({ takeaway }: { takeaway: Takeaway }) {
  const t = useTranslations("boundary.takeaway");
  const [copied, setCopied] = useState(false);
  const { text, fileName, toFill, notes, checks } = takeaway;
  async function copy() {
    setCopied(
      (await navigator.clipboard?.writeText(text).then(
        () => true,
        () => false,
      )) ?? false,
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section aria-label={fileName} tabIndex={0} className="overflow-x-auto rounded-md bg-sunken p-3">
        <pre className="font-mono text-[0.8125rem]">{text}</pre>
      </section>
      <p className="no-print flex flex-wrap items-center gap-2 text-sm">
        <Button small onClick={() => void copy()}>
          {t("copy")}
        </Button>
        <a
          className="inline-flex min-h-8 pointer-coarse:min-h-11 items-center text-accent underline underline-offset-2"
          download={fileName}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          {fileName}
        </a>
        <span role="status" className="text-muted">
          {copied ? t("copied") : ""}
        </span>
      </p>
      {toFill.length > 0 ? (
        <div className="text-sm">
          <h3 className="font-medium">{t("toFill")}</h3>
          <ul className="list-disc pl-5">
            {toFill.map((fill) => (
              <li key={fill}>
                <code className="font-mono text-[0.8125rem]">{`<${fill}>`}</code> {t(`fill.${fill}`)}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {notes.length > 0 ? (
        <ul className="list-disc pl-5 text-sm">
          {notes.map((note) => (
            <li key={note}>{t(`notes.${note}`)}</li>
          ))}
        </ul>
      ) : null}
      <div className="text-sm">
        <h3 className="font-medium">{t("checks")}</h3>
        <ul className="list-disc pl-5">
          {checks.map((check) => (
            <li key={check}>
              <code className="break-all font-mono text-[0.8125rem]">{check}</code>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
