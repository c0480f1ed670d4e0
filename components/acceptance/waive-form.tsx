"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import type { AreaId } from "@/lib/acceptance/names";
import { SaveRow } from "./save-row";
import { type CardEdit, useCard } from "./use-card";

/** An area that does not apply, with its reason; or that applies after all. */
export function WaiveForm({ area, edit }: { area: AreaId; edit: CardEdit }) {
  const t = useTranslations("review.card");
  const example = useTranslations("examples");
  const { save, pending, saved, error } = useCard(edit);
  const stored = edit.card.notApplicable.find((n) => n.area === area)?.reason;
  const [reason, setReason] = useState(stored ?? "");
  const [missing, setMissing] = useState(false);
  const id = `waive-${area}`;
  const others = (list: typeof edit.card.notApplicable) => list.filter((n) => n.area !== area);

  function submit(e: FormEvent) {
    e.preventDefault();
    setMissing(reason.trim() === "");
    if (reason.trim() === "") return;
    void save((card) => ({ ...card, notApplicable: [...others(card.notApplicable), { area, reason }] }));
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <Field id={id} label={t("waiveReason")} error={missing ? t("reasonNeeded") : null}>
        <Input
          id={id}
          placeholder={example("waiveReason")}
          value={reason}
          maxLength={4000}
          aria-invalid={missing || undefined}
          aria-describedby={missing ? `${id}-error` : undefined}
          onChange={(e) => setReason(e.target.value)}
        />
      </Field>
      <SaveRow label={t("waiveSave")} pending={pending} saved={saved} error={error}>
        {stored === undefined ? null : (
          <Button
            tone="ghost"
            pending={pending}
            onClick={() => save((card) => ({ ...card, notApplicable: others(card.notApplicable) }))}
          >
            {t("waiveEnd")}
          </Button>
        )}
      </SaveRow>
    </form>
  );
}
