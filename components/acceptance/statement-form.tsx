"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field, Textarea } from "@/components/ui/field";
import { EvidenceChoice } from "./evidence-choice";
import { SaveRow } from "./save-row";
import { type CardEdit, useCard } from "./use-card";

/** What a person states on one item, and the files it stands on. */
export function StatementForm({ statement, edit }: { statement: string; edit: CardEdit }) {
  const t = useTranslations();
  const example = useTranslations("examples");
  const { save, pending, saved, error } = useCard(edit);
  const stored = edit.card.statements[statement];
  const [text, setText] = useState(stored?.text ?? "");
  const [evidenceIds, setEvidence] = useState<string[]>(stored?.evidenceIds ?? []);
  const id = `statement-${statement}`;

  function submit(e: FormEvent) {
    e.preventDefault();
    void save((card) => ({ ...card, statements: { ...card.statements, [statement]: { text, evidenceIds } } }));
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field id={id} label={t(`acceptance.statements.${statement}`)} hint={t("review.card.statedHint")}>
        <Textarea
          id={id}
          placeholder={example("statement")}
          aria-describedby={`${id}-hint`}
          value={text}
          maxLength={4000}
          onChange={(e) => setText(e.target.value)}
        />
      </Field>
      <EvidenceChoice id={id} choices={edit.choices} chosen={evidenceIds} onChange={setEvidence} />
      <SaveRow label={t("review.card.save")} pending={pending} saved={saved} error={error} />
    </form>
  );
}
