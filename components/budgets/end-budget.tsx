"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { offerUndo } from "@/components/shell/offer-undo";
import { WriteButton } from "@/components/shell/write-button";
import { endBudget, resumeBudget } from "@/lib/ledger/server/actions";

/** Ends a budget from today; it can be taken up again. */
export function EndBudget({ id, name }: { id: string; name: string }) {
  const t = useTranslations("budgets.budgets");
  const undo = useTranslations("undo.said");
  const router = useRouter();
  return (
    <WriteButton
      small={false}
      label={`${t("end")}: ${name}`}
      run={() => endBudget({ id })}
      onDone={() => {
        offerUndo({ said: undo("budget", { what: name }), undo: () => resumeBudget({ id }) });
        router.refresh();
      }}
    >
      {t("end")}
    </WriteButton>
  );
}
