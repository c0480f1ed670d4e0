"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { offerUndo } from "@/components/shell/offer-undo";
import { WriteButton } from "@/components/shell/write-button";
import { removeEffortHours, removeIdleTime, restoreEffortHours, restoreIdleTime } from "@/lib/ledger/server/actions";

/** Takes away a mistyped diagnostic or effort: neither is in any total. */
export function RemoveRecord({ id, what, name }: { id: string; what: "diagnostic" | "effort"; name: string }) {
  const t = useTranslations("costs");
  const undo = useTranslations("undo.said");
  const router = useRouter();
  const [remove, restore] =
    what === "effort" ? [removeEffortHours, restoreEffortHours] : [removeIdleTime, restoreIdleTime];
  return (
    <WriteButton
      label={`${t("remove")}: ${name}`}
      run={() => remove({ id })}
      onDone={() => {
        offerUndo({ said: undo("record", { what: name }), undo: () => restore({ id }) });
        router.refresh();
      }}
    >
      {t("remove")}
    </WriteButton>
  );
}
