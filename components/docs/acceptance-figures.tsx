import { getTranslations } from "next-intl/server";
import { AREAS, CHECKS, GATES } from "@/lib/acceptance/names";
import { docWords } from "@/lib/i18n/documentation";
import type { FigureProps } from "./figure-props";
import { FigureTable } from "./figure-table";

export async function AreaTable({ locale, title }: FigureProps) {
  const [{ words }, t] = await Promise.all([docWords(locale, "acceptance"), getTranslations("acceptance.areas")]);
  return (
    <FigureTable
      label={title}
      heads={[words.area, words.shows, words.pause]}
      rows={AREAS.map((a) => ({ key: a, cells: [t(`${a}.name`), t(`${a}.shows`), t(`${a}.pause`)] }))}
    />
  );
}

export async function GateTable({ locale, title }: FigureProps) {
  const [{ words }, t] = await Promise.all([docWords(locale, "acceptance"), getTranslations("acceptance.gates")]);
  return (
    <FigureTable
      label={title}
      heads={[words.gate, words.content]}
      rows={GATES.map((g) => ({ key: g, cells: [t(`${g}.name`), t(`${g}.content`)] }))}
    />
  );
}

export async function CheckTable({ locale, title }: FigureProps) {
  const [{ words }, t] = await Promise.all([docWords(locale, "acceptance"), getTranslations("acceptance.checks")]);
  return (
    <FigureTable
      label={title}
      heads={[words.check, words.criterion, words.keeps]}
      rows={CHECKS.map((c) => ({ key: c, cells: [t(`${c}.name`), t(`${c}.criterion`), t(`${c}.keeps`)] }))}
    />
  );
}
