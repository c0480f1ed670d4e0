"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Callout, Section } from "@/components/ui/surface";
import { rematchBill } from "@/lib/ledger/server/actions";

/** Allocates what the import left without a brief to the rentals that are known by now. */
export function RematchForm({ bill }: { bill: number }) {
  const t = useTranslations("ledger");
  const example = useTranslations("examples");
  const router = useRouter();
  const { write, pending, error } = useWrite();
  const [reason, setReason] = useState("");
  const [allocated, setAllocated] = useState<number | null>(null);
  return (
    <Section title={t("rematch.title")} note={t("rematch.note")}>
      <form
        className="flex max-w-xl flex-col items-start gap-3"
        onSubmit={async (e) => {
          e.preventDefault();
          const done = await write(() => rematchBill({ bill, reason }));
          if (!done) return;
          setAllocated(done.allocated);
          router.refresh();
        }}
      >
        {error ? (
          <Callout tone="bad" live>
            {error}
          </Callout>
        ) : null}
        <Field id="rematch-reason" label={t("correct.reason")} hint={t("correct.reasonHint")} className="w-full">
          <Input
            id="rematch-reason"
            placeholder={example("rematch")}
            value={reason}
            required
            minLength={3}
            onChange={(e) => setReason(e.target.value)}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" pending={pending}>
            {t("rematch.submit")}
          </Button>
          <span role="status" className="text-sm">
            {allocated === null ? "" : t("rematch.done", { count: allocated })}
          </span>
        </div>
      </form>
    </Section>
  );
}
