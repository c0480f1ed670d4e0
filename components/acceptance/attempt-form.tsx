"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Field, Input, Select } from "@/components/ui/field";
import type { RunGateId } from "@/lib/acceptance/schema";
import { recordAttempt } from "@/lib/acceptance/server/actions";
import { useCardStore } from "./card-store";
import { SaveRow } from "./save-row";
import { type CardEdit, conflictOr } from "./use-card";

/** Starts an attempt, or closes the running one with its outcome. */
export function AttemptForm({ gate, edit }: { gate: RunGateId; edit: CardEdit }) {
  const t = useTranslations("review");
  const example = useTranslations("examples");
  const router = useRouter();
  const run = useCardStore();
  const { write, pending, error, failure } = useWrite();
  const [outcome, setOutcome] = useState<"passed" | "failed">("passed");
  const [note, setNote] = useState("");
  const attempts = edit.card.gates[gate];
  const running = attempts.at(-1)?.endedAt === null;
  const { number } = edit;
  const refused = conflictOr(failure, error, t("card.conflict"));

  async function send(step: { outcome: "passed" | "failed" | null; note: string }) {
    const done = await write(() => run(({ version }) => recordAttempt({ number, version, gate, ...step })));
    if (done === undefined) router.refresh();
  }
  function submit(e: FormEvent) {
    e.preventDefault();
    void send(running ? { outcome, note } : { outcome: null, note: "" });
  }
  if (!running) {
    return (
      <form onSubmit={submit}>
        <SaveRow
          label={t(attempts.length > 0 ? "gates.again" : "gates.start")}
          pending={pending}
          saved={false}
          error={refused}
        />
      </form>
    );
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <Field id={`outcome-${gate}`} label={t("gates.outcome")}>
          <Select
            id={`outcome-${gate}`}
            value={outcome}
            onChange={(e) => setOutcome(e.target.value === "failed" ? "failed" : "passed")}
          >
            <option value="passed">{t("gates.passed")}</option>
            <option value="failed">{t("gates.failed")}</option>
          </Select>
        </Field>
        <Field id={`note-${gate}`} label={t("gates.noteLabel")}>
          <Input
            id={`note-${gate}`}
            placeholder={example("gateNote")}
            value={note}
            maxLength={4000}
            onChange={(e) => setNote(e.target.value)}
          />
        </Field>
      </div>
      <SaveRow label={t("gates.close")} pending={pending} saved={false} error={refused} />
    </form>
  );
}
