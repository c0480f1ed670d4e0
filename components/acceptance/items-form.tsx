"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Input, Select } from "@/components/ui/field";
import type { RunGateId, Tick } from "@/lib/acceptance/schema";
import { SaveRow } from "./save-row";
import { type CardEdit, useCard } from "./use-card";

type Answer = "open" | "done" | "tried";

const answerOf = (tick: Tick | undefined): Answer => (tick === undefined ? "open" : tick.done ? "done" : "tried");

/** The items of the running attempt that a person answers: done or tried without success, each in words. */
export function ItemsForm({ gate, items, edit }: { gate: RunGateId; items: readonly string[]; edit: CardEdit }) {
  const t = useTranslations();
  const { save, pending, saved, error } = useCard(edit);
  const stored = edit.card.gates[gate].at(-1)?.items ?? {};
  const [answers, setAnswers] = useState<Record<string, { answer: Answer; note: string }>>(() =>
    Object.fromEntries(items.map((i) => [i, { answer: answerOf(stored[i]), note: stored[i]?.note ?? "" }])),
  );
  const set = (item: string, change: Partial<{ answer: Answer; note: string }>) =>
    setAnswers((a) => ({ ...a, [item]: { ...(a[item] ?? { answer: "open", note: "" }), ...change } }));

  function submit(e: FormEvent) {
    e.preventDefault();
    void save((card) => {
      const attempts = card.gates[gate];
      const last = attempts.at(-1);
      if (!last) return card;
      const ticks = { ...last.items };
      for (const [item, { answer, note }] of Object.entries(answers)) {
        if (answer === "open") delete ticks[item];
        else ticks[item] = { done: answer === "done", note, evidenceIds: ticks[item]?.evidenceIds ?? [] };
      }
      return { ...card, gates: { ...card.gates, [gate]: [...attempts.slice(0, -1), { ...last, items: ticks }] } };
    });
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <p className="text-[0.8125rem] text-muted">{t("review.gates.wordsNeeded")}</p>
      {items.map((item) => {
        const at = answers[item] ?? { answer: "open", note: "" };
        const name = t(`acceptance.items.${item}`);
        return (
          <fieldset key={item} className="grid min-w-0 gap-2 sm:grid-cols-[11rem_minmax(0,1fr)]">
            <legend className="mb-1 text-sm font-medium">{name}</legend>
            <Select
              aria-label={`${name}: ${t("review.card.columns.state")}`}
              value={at.answer}
              onChange={(e) => set(item, { answer: e.target.value as Answer })}
            >
              <option value="open">{t("review.gates.open")}</option>
              <option value="done">{t("review.gates.done")}</option>
              <option value="tried">{t("review.gates.tried")}</option>
            </Select>
            <Input
              aria-label={`${name}: ${t("review.gates.words")}`}
              placeholder={t("review.gates.words")}
              value={at.note}
              maxLength={4000}
              onChange={(e) => set(item, { note: e.target.value })}
            />
          </fieldset>
        );
      })}
      <SaveRow label={t("review.gates.saveItems")} pending={pending} saved={saved} error={error} />
    </form>
  );
}
