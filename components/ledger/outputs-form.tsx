"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Section } from "@/components/ui/surface";
import { recordOutputCounts } from "@/lib/ledger/server/actions";
import { CountFields } from "./count-fields";
import { DayFields } from "./day-fields";
import { FormProblems } from "./form-problems";
import type { BriefChoice } from "./output-types";
import { ReadCounters } from "./read-counters";
import { TYPED_COUNTS, useCounts } from "./use-counts";
import { useFormErrors } from "./use-form-errors";

const EMPTY = { accepted: "", rejected: "0", failed: "0", retried: "0" };

interface FormProps {
  readonly briefs: readonly BriefChoice[];
  readonly brief: number;
  readonly today: string;
}

export function OutputsForm({ briefs, brief, today }: FormProps) {
  const t = useTranslations("costs.outputs");
  const example = useTranslations("examples");
  const router = useRouter();
  const { write, pending, error, failure } = useWrite();
  const counts = useCounts(EMPTY);
  const [days, setDays] = useState({ brief, firstDay: `${today.slice(0, 8)}01`, lastDay: today });
  const [note, setNote] = useState("");
  const [done, setDone] = useState(false);
  const labels = Object.fromEntries(TYPED_COUNTS.map((name) => [name, t(name)]));
  const errors = useFormErrors("out", { ...labels, firstDay: t("form.first"), lastDay: t("form.last") });

  async function submit() {
    const read = counts.read();
    if (!errors.check(read.found) || read.counts === null) return;
    const typed = read.counts;
    const stored = await write(() => recordOutputCounts({ ...days, ...typed, note }));
    if (!stored) return;
    setDone(true);
    counts.reset(EMPTY);
    setNote("");
    router.refresh();
  }

  const summary = errors.summary(failure);
  return (
    <Section id="record" title={t("form.title")}>
      <form
        noValidate
        className="flex max-w-3xl flex-col gap-4"
        onChange={() => setDone(false)}
        onSubmit={(e) => {
          e.preventDefault();
          void submit();
        }}
      >
        <FormProblems title={t("form.errors")} fields={summary} error={error} />
        <DayFields
          prefix="out"
          briefs={briefs}
          values={days}
          errors={errors.of(failure)}
          onChange={(change) => setDays({ ...days, ...change })}
        />
        <CountFields prefix="out" counts={counts} errors={errors.of(failure)} />
        <ReadCounters
          onRead={({ server, completed, failed }) => {
            counts.reset({ accepted: String(completed), rejected: "0", failed: String(failed), retried: "0" });
            setNote(t("counters.source", { server }));
            setDone(false);
          }}
        />
        <Field id="out-note" label={t("note2")}>
          <Input
            id="out-note"
            placeholder={example("outputsNote")}
            value={note}
            maxLength={2000}
            onChange={(e) => setNote(e.target.value)}
          />
        </Field>
        <div className="flex items-center gap-3">
          <Button type="submit" tone="primary" pending={pending}>
            {t("form.submit")}
          </Button>
          <span role="status" className="text-sm text-good">
            {done ? t("form.done") : ""}
          </span>
        </div>
      </form>
    </Section>
  );
}
