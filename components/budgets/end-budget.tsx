"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { offerUndo } from "@/components/shell/offer-undo";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { endBudget, resumeBudget } from "@/lib/ledger/server/actions";

export function EndBudget({ id, name }: { id: string; name: string }) {
  const t = useTranslations("budgets.budgets");
  const undo = useTranslations("undo.said");
  const router = useRouter();
  const { write, pending, error } = useWrite();
  return (
    <>
      <Button
        tone="ghost"
        pending={pending}
        aria-label={`${t("end")}: ${name}`}
        onClick={async () => {
          if ((await write(() => endBudget({ id }))) === undefined) return;
          offerUndo({ said: undo("budget", { what: name }), undo: () => resumeBudget({ id }) });
          router.refresh();
        }}
      >
        {t("end")}
      </Button>
      {error ? (
        <span role="alert" className="block text-bad text-sm">
          {error}
        </span>
      ) : null}
    </>
  );
}
