"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { offerUndo } from "@/components/shell/offer-undo";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { reinstateOffer, retireOffer } from "@/lib/catalog/server/actions";

/** Takes an offer out of the lists; plans that used it keep their copy. */
export function RetireOffer({ number }: { number: number }) {
  const t = useTranslations("offer.retire");
  const common = useTranslations("common");
  const undo = useTranslations("undo.said");
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const { write, pending, error } = useWrite();
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("action")}</Button>
      <Dialog open={open} onOpenChange={setOpen} title={t("title", { ref: `OFF-${number}` })} description={t("text")}>
        {error ? <p className="mb-3 text-sm text-bad">{error}</p> : null}
        <div className="flex flex-wrap gap-2">
          <Button
            tone="danger"
            pending={pending}
            onClick={async () => {
              if ((await write(() => retireOffer({ number }))) === undefined) return;
              setOpen(false);
              offerUndo({ said: undo("offer", { what: `OFF-${number}` }), undo: () => reinstateOffer({ number }) });
              router.refresh();
            }}
          >
            {t("action")}
          </Button>
          <Button onClick={() => setOpen(false)}>{common("cancel")}</Button>
        </div>
      </Dialog>
    </>
  );
}
