import { getTranslations } from "next-intl/server";
import { docWords } from "@/lib/i18n/documentation";
import { ANY_COMPONENTS, COMPONENTS } from "@/lib/ledger/components";
import { PILES } from "@/lib/ledger/schema";
import type { FigureProps } from "./figure-props";
import { FigureTable } from "./figure-table";

export async function PileTable({ locale, title }: FigureProps) {
  const [{ words }, t] = await Promise.all([docWords(locale, "ledger"), getTranslations("ledger")]);
  return (
    <FigureTable
      label={title}
      heads={[words.pile, words.means]}
      rows={PILES.map((pile) => ({ key: pile, cells: [t(`pile.${pile}`), t(`pileNote.${pile}`)] }))}
    />
  );
}

export async function ComponentTable({ locale, title }: FigureProps) {
  const [{ words }, t] = await Promise.all([docWords(locale, "ledger"), getTranslations("ledger.component")]);
  const inside = (name: string) => COMPONENTS.some((c) => c === name);
  return (
    <FigureTable
      label={title}
      heads={[words.component, words.place]}
      rows={ANY_COMPONENTS.map((c) => ({ key: c, cells: [t(c), inside(c) ? words.inside : words.outside] }))}
    />
  );
}
