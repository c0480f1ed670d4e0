import { getLocale, getTranslations } from "next-intl/server";
import { getFormatter } from "@/components/ui/get-formatter";
import { monthName } from "@/components/ui/month-name";
import { Callout } from "@/components/ui/surface";
import type { PlanView } from "./bill-types";
import { exactIn } from "./money";

interface NoteProps {
  readonly view: PlanView;
  readonly source: string | null;
  readonly open: boolean;
}

/** Accounts of which the file holds nothing, and entries of which its commit would reverse. */
export function otherAccountsOf({ takenBack }: PlanView): readonly string[] {
  const others = (takenBack?.parts ?? []).filter((part) => !part.inFile).map((part) => accountName(part.account));
  return [...new Set(others)];
}

/** An account without a sub-account ends with the sign between the two. */
const accountName = (account: string): string => account.replace(/\/$/, "") || "–";

/** What a file of a source whose files replace each other takes out of the ledger, account by account. */
export async function TakenBackNote({ view, source, open }: NoteProps) {
  const [t, locale, format] = await Promise.all([getTranslations("ledger.bill"), getLocale(), getFormatter()]);
  const { takenBack } = view;
  if (!takenBack || takenBack.entries === 0) return null;
  const written = (sums: NonNullable<PlanView["takenBack"]>["sums"]): string =>
    sums
      .map(({ currency, billed, effective }) =>
        t("sum", { effective: `${exactIn(locale, effective)}\u00a0${currency}`, billed: exactIn(locale, billed) }),
      )
      .join("; ");
  const words = { source: source ?? "–", sums: written(takenBack.sums) };
  const others = open ? otherAccountsOf(view) : [];
  return (
    <Callout tone={open ? "warn" : "neutral"} title={t("takenBack", { count: takenBack.entries })}>
      <p>{t(open ? "takenBackNote" : "takenBackDone", words)}</p>
      <ul className="mt-2 flex list-disc flex-col gap-0.5 pl-5">
        {(takenBack.parts ?? []).map((part) => (
          <li key={`${part.account} ${part.period}`}>
            {t("takenBackPart", {
              account: accountName(part.account),
              period: monthName(format, part.period),
              count: part.entries,
              sums: written(part.sums),
            })}
            {part.inFile ? null : <strong className="font-semibold"> {t("notInFile")}</strong>}
          </li>
        ))}
      </ul>
      {others.length > 0 ? (
        <p className="mt-2">{t("otherAccounts", { accounts: others.join(", "), count: others.length })}</p>
      ) : null}
    </Callout>
  );
}
