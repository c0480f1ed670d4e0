"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox, Textarea } from "@/components/ui/field";
import { Callout } from "@/components/ui/surface";
import { EXIT_ITEMS, type ExitAnswer, type ExitChecklist, type ExitItem } from "@/lib/boundary/rental";
import { saveExit } from "@/lib/boundary/server/actions";

const answerOf = (exit: ExitChecklist, item: ExitItem): ExitAnswer => exit[item] ?? { done: false, proof: "" };

/** What is kept and what is shown deleted; a tick without proof leaves the item open. */
export function ExitForm({ number, exit, canWrite }: { number: number; exit: ExitChecklist; canWrite: boolean }) {
  const t = useTranslations("rental.exit");
  const [list, setList] = useState(exit);
  const [saved, setSaved] = useState(false);
  const { write, pending, error } = useWrite();
  const change = (item: ExitItem, next: Partial<ExitAnswer>) => {
    setSaved(false);
    setList((l) => ({ ...l, [item]: { ...answerOf(l, item), ...next } }));
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={async (e) => {
        e.preventDefault();
        setSaved((await write(() => saveExit({ number, exit: list }))) !== undefined);
      }}
    >
      {error ? (
        <Callout tone="bad" live>
          {error}
        </Callout>
      ) : null}
      <ul className="-mt-2 divide-y divide-line border-b border-line">
        {EXIT_ITEMS.map((item) => {
          const answer = answerOf(list, item);
          const done = answer.done && answer.proof.trim() !== "";
          return (
            <li key={item} className="grid items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[15rem_minmax(0,1fr)_7rem]">
              <Checkbox
                id={`x-${item}`}
                label={t(`items.${item}`)}
                checked={answer.done}
                disabled={!canWrite}
                onChange={(e) => change(item, { done: e.target.checked })}
              />
              <Textarea
                rows={1}
                className="!min-h-10 !py-1.5 field-sizing-content"
                aria-label={t("proofOf", { item: t(`items.${item}`) })}
                placeholder={t("proof")}
                maxLength={2000}
                value={answer.proof}
                disabled={!canWrite}
                onChange={(e) => change(item, { proof: e.target.value })}
              />
              <span>
                <Badge tone={done ? "good" : answer.done ? "warn" : "neutral"}>
                  {t(done ? "shown" : answer.done ? "noProof" : "notYet")}
                </Badge>
              </span>
            </li>
          );
        })}
      </ul>
      {canWrite ? (
        <div className="flex items-center gap-3">
          <Button type="submit" pending={pending}>
            {t("save")}
          </Button>
          <span role="status" className="text-sm text-muted">
            {saved ? t("saved") : ""}
          </span>
        </div>
      ) : null}
    </form>
  );
}
