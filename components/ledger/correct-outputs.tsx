"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { correctOutputCounts } from "@/lib/ledger/server/actions";
import { CountFields } from "./count-fields";
import { FormProblems } from "./form-problems";
import type { OutputRecordView } from "./output-types";
import { Period } from "./period";
import { TYPED_COUNTS, useCounts } from "./use-counts";
import { useFormErrors } from "./use-form-errors";

/** A late count: the right numbers are typed, the difference is stored. */
export function CorrectOutputs({ record, timeZone }: { record: OutputRecordView; timeZone: string }) {
  const t = useTranslations("costs.outputs");
  const example = useTranslations("examples");
  const router = useRouter();
  const { write, pending, error, failure } = useWrite();
  const [open, setOpen] = useState(false);
  const [note, setNote] = useState("");
  const counts = useCounts({
    accepted: String(record.accepted),
    rejected: String(record.rejected),
    failed: String(record.failed),
    retried: String(record.retried),
  });
  const prefix = `fix-${record.id}`;
  const errors = useFormErrors(prefix, Object.fromEntries(TYPED_COUNTS.map((name) => [name, t(name)])));

  async function submit() {
    const read = counts.read();
    if (!errors.check(read.found) || read.counts === null) return;
    const typed = read.counts;
    const stored = await write(() => correctOutputCounts({ id: record.id, ...typed, note }));
    if (!stored) return;
    setOpen(false);
    router.refresh();
  }

  const summary = errors.summary(failure);
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {t("correct.open")}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t("correct.open")}
        description={
          <>
            <Period start={record.periodStart} end={record.periodEnd} timeZone={timeZone} />. {t("correct.note")}
          </>
        }
      >
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(e) => {
            e.preventDefault();
            void submit();
          }}
        >
          <FormProblems title={t("form.errors")} fields={summary} error={error} />
          <CountFields prefix={prefix} counts={counts} errors={errors.of(failure)} />
          <Field id={`${prefix}-note`} label={t("note2")}>
            <Input
              id={`${prefix}-note`}
              placeholder={example("outputsNote")}
              value={note}
              maxLength={2000}
              onChange={(e) => setNote(e.target.value)}
            />
          </Field>
          <Button type="submit" tone="primary" pending={pending} className="self-start">
            {t("correct.submit")}
          </Button>
        </form>
      </Dialog>
    </>
  );
}
