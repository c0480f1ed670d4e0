"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import type { Card } from "@/lib/acceptance/schema";
import { saveCard } from "@/lib/acceptance/server/actions";
import type { Failure } from "@/lib/errors";

/** What a form needs to write a part of the card. */
export interface CardEdit {
  readonly number: number;
  readonly version: number;
  readonly card: Card;
  /** Files that a statement can stand on. */
  readonly choices: readonly { readonly id: string; readonly label: string }[];
}

/** Saves a part over the card as it stands; after a conflict theirs is loaded and what was typed stays in the form. */
export function useCard({ number, version, card }: CardEdit) {
  const { write, pending, error, failure } = useWrite();
  const t = useTranslations("review.card");
  const router = useRouter();
  const [saved, setSaved] = useState(false);

  async function save(change: (card: Card) => Card): Promise<boolean> {
    setSaved(false);
    const done = await write(async () => {
      const answer = await saveCard({ number, version, card: change(card) });
      if (!answer.ok && answer.error.code === "CONFLICT") router.refresh();
      return answer;
    });
    setSaved(done !== undefined);
    return done !== undefined;
  }
  return { save, pending, saved, error: conflictOr(failure, error, t("conflict")) };
}

export function conflictOr(failure: Failure | null, error: string | null, conflict: string): string | null {
  return failure?.code === "CONFLICT" ? conflict : error;
}
