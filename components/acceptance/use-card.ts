"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import type { Card } from "@/lib/acceptance/schema";
import { saveCard } from "@/lib/acceptance/server/actions";
import type { Failure } from "@/lib/errors";
import { useCardStore } from "./card-store";

/** What a form starts from. */
export interface CardEdit {
  readonly number: number;
  readonly card: Card;
  /** Files that a statement can stand on. */
  readonly choices: readonly { readonly id: string; readonly label: string }[];
}

/** Saves a part over the card as it stands; after a conflict theirs is loaded and what was typed stays in the form. */
export function useCard({ number }: CardEdit) {
  const run = useCardStore();
  const { write, pending, error, failure } = useWrite();
  const t = useTranslations("review.card");
  const router = useRouter();
  const [saved, setSaved] = useState(false);

  async function save(change: (card: Card) => Card): Promise<boolean> {
    setSaved(false);
    const done = await write(() => run(({ version, card }) => saveCard({ number, version, card: change(card) })));
    setSaved(done !== undefined);
    // A save brings the page with it; after a conflict theirs has to be fetched.
    if (done === undefined) router.refresh();
    return done !== undefined;
  }
  return { save, pending, saved, error: conflictOr(failure, error, t("conflict")) };
}

export function conflictOr(failure: Failure | null, error: string | null, conflict: string): string | null {
  return failure?.code === "CONFLICT" ? conflict : error;
}
