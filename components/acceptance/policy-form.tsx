"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { offerUndo } from "@/components/shell/offer-undo";
import { useWrite } from "@/components/shell/use-write";
import { describedBy, Field, Input } from "@/components/ui/field";
import { setSigningPolicy, undoSigningPolicy } from "@/lib/acceptance/server/actions";
import { parseDecimal } from "@/lib/money/money";
import { SaveRow } from "./save-row";

/** Above which planned cost two people sign; empty asks for one always. */
export function PolicyForm({ above, currency }: { above: string | null; currency: string }) {
  const t = useTranslations("review.settings.policy");
  const undo = useTranslations("undo.said");
  const { write, pending, error } = useWrite();
  /** Null while nothing was typed since the last save: then the field holds the rule, also one that an undo put back. */
  const [typed, setTyped] = useState<string | null>(null);
  const amount = typed ?? above ?? "";
  const [saved, setSaved] = useState(false);
  const [wrong, setWrong] = useState(false);

  async function submit(e: FormEvent) {
    e.preventDefault();
    const text = amount.trim();
    const bad = text !== "" && parseDecimal(text)?.gte(0) !== true;
    setWrong(bad);
    setSaved(false);
    if (bad) return;
    const done = await write(() => setSigningPolicy({ twoAbove: text === "" ? null : text }));
    if (done === undefined) return;
    setTyped(null);
    setSaved(true);
    if (done.undoable) offerUndo({ said: undo("policy"), undo: () => takeBack(done.id) });
  }

  async function takeBack(id: string) {
    const answer = await undoSigningPolicy({ id });
    if (answer.ok) setSaved(false);
    return answer;
  }
  const fault = wrong ? t("noAmount") : null;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <Field id="policy-amount" label={t("amount", { currency })} hint={t("hint")} error={fault} className="max-w-72">
        <Input
          id="policy-amount"
          placeholder="5000"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          maxLength={60}
          aria-invalid={wrong || undefined}
          aria-describedby={describedBy("policy-amount", { hint: true, error: fault })}
          onChange={(e) => setTyped(e.target.value)}
        />
      </Field>
      <SaveRow label={t("save")} pending={pending} saved={saved} error={error} />
    </form>
  );
}
