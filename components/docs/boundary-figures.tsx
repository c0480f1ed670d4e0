import { getTranslations } from "next-intl/server";
import { BOUNDARIES } from "@/lib/boundary/schema";
import { STYLES } from "@/lib/boundary/styles";
import { docWords } from "@/lib/i18n/documentation";
import type { FigureProps } from "./figure-props";
import { FigureTable } from "./figure-table";

export async function StyleTable({ locale, title }: FigureProps) {
  const [{ words }, t] = await Promise.all([docWords(locale, "boundary"), getTranslations()]);
  const say = (key: string) => t(key as Parameters<typeof t>[0]);
  return (
    <FigureTable
      label={title}
      heads={[words.style, words.suits, words.strength, words.watch]}
      rows={BOUNDARIES.map((boundary) => {
        const { nameKey, suitsKey, strengthKey, watchOuts } = STYLES[boundary];
        const watch = watchOuts.map(({ key }) => say(key)).join("; ");
        return { key: boundary, cells: [say(nameKey), say(suitsKey), say(strengthKey), watch] };
      })}
    />
  );
}
