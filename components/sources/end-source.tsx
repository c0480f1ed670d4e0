"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { endBillSource } from "@/lib/ledger/server/actions";

/** Takes a source out of use, after a second press. */
export function EndSource({ id, name }: { id: string; name: string }) {
  const t = useTranslations("sources");
  const router = useRouter();
  const { write, pending, error } = useWrite();
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <Button small aria-label={t("endOf", { name })} onClick={() => setAsked(true)}>
        {t("end")}
      </Button>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Button
        small
        tone="danger"
        pending={pending}
        onClick={async () => {
          if ((await write(() => endBillSource({ id }))) !== undefined) router.push("/ledger/sources");
        }}
      >
        {t("endSure")}
      </Button>
      <Button small tone="ghost" onClick={() => setAsked(false)}>
        {t("keep")}
      </Button>
      {error ? (
        <span role="alert" className="text-sm text-bad">
          {error}
        </span>
      ) : null}
    </span>
  );
}
