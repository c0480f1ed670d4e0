"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { offerUndo } from "@/components/shell/offer-undo";
import { WriteButton } from "@/components/shell/write-button";
import { endBillSource, reopenBillSource } from "@/lib/ledger/server/actions";

/** Takes a source out of use; it can be taken up again. */
export function EndSource({ id, name }: { id: string; name: string }) {
  const t = useTranslations("sources");
  const undo = useTranslations("undo.said");
  const router = useRouter();
  return (
    <WriteButton
      tone="secondary"
      label={t("endOf", { name })}
      run={() => endBillSource({ id })}
      onDone={() => {
        offerUndo({ said: undo("source", { what: name }), undo: () => reopenBillSource({ id }) });
        router.push("/ledger/sources");
      }}
    >
      {t("end")}
    </WriteButton>
  );
}
