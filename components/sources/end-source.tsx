"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { offerUndo } from "@/components/shell/offer-undo";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { endBillSource, reopenBillSource } from "@/lib/ledger/server/actions";

/** Takes a source out of use; it can be taken up again. */
export function EndSource({ id, name }: { id: string; name: string }) {
  const t = useTranslations("sources");
  const undo = useTranslations("undo.said");
  const router = useRouter();
  const { write, pending, error } = useWrite();
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Button
        small
        pending={pending}
        aria-label={t("endOf", { name })}
        onClick={async () => {
          if ((await write(() => endBillSource({ id }))) === undefined) return;
          offerUndo({ said: undo("source", { what: name }), undo: () => reopenBillSource({ id }) });
          router.push("/ledger/sources");
        }}
      >
        {t("end")}
      </Button>
      {error ? (
        <span role="alert" className="text-sm text-bad">
          {error}
        </span>
      ) : null}
    </span>
  );
}
