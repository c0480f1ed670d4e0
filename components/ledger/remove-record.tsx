"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { offerUndo } from "@/components/shell/offer-undo";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { removeEffortHours, removeIdleTime, restoreEffortHours, restoreIdleTime } from "@/lib/ledger/server/actions";

/** Takes away a mistyped diagnostic or effort: neither is in any total. */
export function RemoveRecord({ id, what, name }: { id: string; what: "diagnostic" | "effort"; name: string }) {
  const t = useTranslations("costs");
  const undo = useTranslations("undo.said");
  const router = useRouter();
  const { write, pending, error } = useWrite();
  return (
    <>
      <Button
        small
        tone="ghost"
        pending={pending}
        aria-label={`${t("remove")}: ${name}`}
        onClick={async () => {
          const [remove, restore] =
            what === "effort" ? [removeEffortHours, restoreEffortHours] : [removeIdleTime, restoreIdleTime];
          if ((await write(() => remove({ id }))) === undefined) return;
          offerUndo({ said: undo("record", { what: name }), undo: () => restore({ id }) });
          router.refresh();
        }}
      >
        {t("remove")}
      </Button>
      {error ? <span className="block text-[0.8125rem] text-bad">{error}</span> : null}
    </>
  );
}
