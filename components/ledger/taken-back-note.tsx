import { getLocale, getTranslations } from "next-intl/server";
import { Callout } from "@/components/ui/surface";
import type { PlanView } from "./bill-types";
import { exactIn } from "./money";

interface NoteProps {
  readonly view: PlanView;
  readonly source: string | null;
  readonly open: boolean;
}

/** What a file of a source whose files replace each other takes out of the ledger. */
export async function TakenBackNote({ view: { takenBack }, source, open }: NoteProps) {
  const [t, locale] = await Promise.all([getTranslations("ledger.bill"), getLocale()]);
  if (!takenBack || takenBack.entries === 0) return null;
  const sums = takenBack.sums
    .map(({ currency, billed, effective }) =>
      t("sum", { effective: `${exactIn(locale, effective)}\u00a0${currency}`, billed: exactIn(locale, billed) }),
    )
    .join("; ");
  const words = { source: source ?? "–", sums };
  return (
    <Callout tone={open ? "warn" : "neutral"} title={t("takenBack", { count: takenBack.entries })}>
      {t(open ? "takenBackNote" : "takenBackDone", words)}
    </Callout>
  );
}
