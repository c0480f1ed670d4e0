"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { describedBy, Field, Textarea } from "@/components/ui/field";
import { monthName } from "@/components/ui/month-name";
import { Callout, Section } from "@/components/ui/surface";
import { useFormatter } from "@/components/ui/use-formatter";
import { closeHindrances } from "@/lib/ledger/close-hindrances";
import { closeLedgerMonth } from "@/lib/ledger/server/actions";

interface CloseProps {
  readonly month: string;
  readonly digest: string;
  readonly over: boolean;
  readonly entries: number;
  readonly unclassified: number;
  readonly ties: boolean;
}

/** Says what stands in the way of closing, and closes when nothing does. */
export function CloseForm({ month, digest, over, entries, unclassified, ties }: CloseProps) {
  const t = useTranslations("months.close");
  const example = useTranslations("examples");
  const format = useFormatter();
  const router = useRouter();
  const { write, pending, error, failure } = useWrite();
  const [note, setNote] = useState("");
  const hindrances = closeHindrances({ over, closed: false, entries, unclassified, ties, note });

  async function close() {
    if ((await write(() => closeLedgerMonth({ month: `${month}-01`, digest, note }))) !== undefined) router.refresh();
  }

  return (
    <Section title={t("title")} note={t("text")}>
      <form
        noValidate
        className="flex max-w-3xl flex-col items-start gap-4"
        onSubmit={(e) => {
          e.preventDefault();
          void close();
        }}
      >
        {error ? (
          <Callout tone="bad" live>
            <p>{error}</p>
            {failure?.code === "MONTH_CHANGED" ? (
              <Button small className="mt-2" onClick={() => router.refresh()}>
                {t("fresh")}
              </Button>
            ) : null}
          </Callout>
        ) : null}
        <ul className="flex flex-col gap-1 text-sm" aria-live="polite">
          {hindrances.length === 0 ? <li className="text-good">{t("readyLine")}</li> : null}
          {hindrances.map((code) => (
            <li key={code} className="text-warn">
              {t(`hindrance.${code}`, { count: unclassified })}
            </li>
          ))}
        </ul>
        <Field id="close-note" label={t("noteLabel")} hint={t("noteHint")} className="w-full">
          <Textarea
            id="close-note"
            placeholder={example("closeNote")}
            rows={3}
            value={note}
            onChange={(e) => setNote(e.target.value)}
            aria-describedby={describedBy("close-note", { hint: t("noteHint") })}
          />
        </Field>
        <Button type="submit" tone="primary" pending={pending}>
          {t("submit", { month: monthName(format, month) })}
        </Button>
      </form>
    </Section>
  );
}
