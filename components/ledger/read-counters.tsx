"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Field, Textarea } from "@/components/ui/field";
import { Callout } from "@/components/ui/surface";
import { useFormatter } from "@/components/ui/use-formatter";
import { type CountedReading, type CountedRequests, countedRequests } from "@/lib/acceptance/counted-requests";

interface ReadCountersProps {
  /** Takes the counts into the form; the person looks at them before anything is recorded. */
  readonly onRead: (counted: CountedRequests) => void;
}

/** Fills the counts from two scrapes of a server's /metrics page. */
export function ReadCounters({ onRead }: ReadCountersProps) {
  const t = useTranslations("costs.outputs.counters");
  const format = useFormatter();
  const [earlier, setEarlier] = useState("");
  const [later, setLater] = useState("");
  const [read, setRead] = useState<CountedReading | null>(null);
  const scrape = (name: "earlier" | "later", value: string, set: (text: string) => void) => (
    <Field id={`counters-${name}`} label={t(name)}>
      <Textarea
        id={`counters-${name}`}
        placeholder={'vllm:request_success_total{finished_reason="stop"} 1840.0'}
        rows={4}
        spellCheck={false}
        className="font-mono text-[0.8125rem]"
        value={value}
        onChange={(e) => {
          set(e.target.value);
          setRead(null);
        }}
      />
    </Field>
  );
  return (
    <Disclosure summary={t("title")}>
      <div className="flex flex-col gap-4">
        <p className="text-[0.8125rem] text-muted">{t("note")}</p>
        <div className="fields gap-4 sm:grid-cols-2">
          {scrape("earlier", earlier, setEarlier)}
          {scrape("later", later, setLater)}
        </div>
        <Button
          className="self-start"
          onClick={() => {
            const found = countedRequests(earlier, later);
            setRead(found);
            if (found.ok) onRead(found.counted);
          }}
        >
          {t("read")}
        </Button>
        <div role="status">
          {read?.ok ? (
            <p className="text-sm">
              {t("found", {
                server: read.counted.server,
                completed: read.counted.completed,
                failed: read.counted.failed,
              })}{" "}
              <span className="text-muted">
                {Object.entries(read.counted.byReason)
                  .map(([reason, n]) => `${reason} ${format.number(n)}`)
                  .join("\u00a0· ")}
              </span>
            </p>
          ) : null}
          {read && !read.ok ? <Callout tone="warn">{t(`cannot.${read.code}`)}</Callout> : null}
        </div>
      </div>
    </Disclosure>
  );
}
