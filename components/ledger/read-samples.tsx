"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Field, Textarea } from "@/components/ui/field";
import { Callout } from "@/components/ui/surface";
import { useFormatter } from "@/components/ui/use-formatter";
import { IDLE_BELOW_PERCENT, type IdleReading, type IdleTime, readIdleSamples } from "@/lib/ledger/idle-samples";

interface ReadSamplesProps {
  readonly onRead: (idle: IdleTime) => void;
}

/** Fills idle and observed time from samples of the cards' utilisation. */
export function ReadSamples({ onRead }: ReadSamplesProps) {
  const t = useTranslations("costs.diagnostics.samples");
  const format = useFormatter();
  const [text, setText] = useState("");
  const [read, setRead] = useState<IdleReading | null>(null);
  const hours = (seconds: number) => format.number(seconds / 3600, { maximumFractionDigits: 2 });
  return (
    <Disclosure summary={t("title")}>
      <div className="flex flex-col gap-4">
        <p className="text-[0.8125rem] text-muted">{t("note", { percent: IDLE_BELOW_PERCENT })}</p>
        <code className="overflow-x-auto rounded bg-sunken px-2 py-1 font-mono text-[0.8125rem]">
          nvidia-smi --query-gpu=timestamp,index,utilization.gpu,power.draw --format=csv -l 5
        </code>
        <Field id="samples-text" label={t("text")}>
          <Textarea
            id="samples-text"
            placeholder="2026/09/03 14:00:05, 0, 87 %, 512.40 W"
            rows={5}
            spellCheck={false}
            className="font-mono text-[0.8125rem]"
            value={text}
            onChange={(e) => {
              setText(e.target.value);
              setRead(null);
            }}
          />
        </Field>
        <Button
          className="self-start"
          onClick={() => {
            const found = readIdleSamples(text);
            setRead(found);
            if (found.ok) onRead(found.idle);
          }}
        >
          {t("read")}
        </Button>
        <div role="status">
          {read?.ok ? (
            <p className="text-sm">
              {t("found", {
                samples: read.idle.samples,
                gpus: read.idle.gpus,
                idle: hours(read.idle.idleGpuSeconds),
                observed: hours(read.idle.observedGpuSeconds),
                unknown: read.idle.unknown,
              })}
            </p>
          ) : null}
          {read && !read.ok ? (
            <Callout tone="warn">{t(`cannot.${read.code}`, { line: read.line ?? 0 })}</Callout>
          ) : null}
        </div>
      </div>
    </Disclosure>
  );
}
