"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { eraseEvidence } from "@/lib/acceptance/server/actions";
import { SaveRow } from "./save-row";

/** Erasing says before what goes and what stays, and asks for the reason that stays. */
export function EraseForm({ number, evidence, name }: { number: number; evidence: string; name: string }) {
  const t = useTranslations("review");
  const example = useTranslations("examples");
  const { write, pending, error } = useWrite();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const id = `erase-${evidence}`;

  async function submit(e: FormEvent) {
    e.preventDefault();
    setMissing(reason.trim() === "");
    if (reason.trim() === "") return;
    const done = await write(() => eraseEvidence({ number, evidence, reason }));
    if (done !== undefined) setOpen(false);
  }
  return (
    <>
      <button
        type="button"
        className="text-bad underline underline-offset-2 pointer-coarse:min-h-11"
        onClick={() => setOpen(true)}
      >
        {t("evidence.erase")}
      </button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`${t("evidence.erase")}: ${name}`}
        description={t("evidence.eraseText")}
      >
        <form onSubmit={submit} noValidate className="flex flex-col gap-3">
          <Field id={id} label={t("evidence.eraseReason")} error={missing ? t("card.reasonNeeded") : null}>
            <Input
              id={id}
              placeholder={example("eraseReason")}
              value={reason}
              maxLength={4000}
              aria-invalid={missing || undefined}
              aria-describedby={missing ? `${id}-error` : undefined}
              onChange={(e) => setReason(e.target.value)}
            />
          </Field>
          <SaveRow label={t("evidence.erase")} tone="danger" pending={pending} saved={false} error={error} />
        </form>
      </Dialog>
    </>
  );
}
