"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { offerUndo } from "@/components/shell/offer-undo";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { seeAlerts, unseeAlerts } from "@/lib/alerts/server/actions";

/** A link that notes that its alert was looked at, also where it opens in another tab. Without scripts it only leads. */
export function SeenLink({ id, href, children }: { id: string; href: string; children: ReactNode }) {
  const note = () => {
    // The page it leads to is what matters: an alert that could not be noted stands in the inbox once more.
    seeAlerts({ ids: [id] }).catch(() => undefined);
  };
  return (
    <Link
      href={href}
      onClick={note}
      onAuxClick={note}
      className="min-w-0 break-words font-medium text-accent underline-offset-2 hover:underline"
    >
      {children}
    </Link>
  );
}

/** Takes all that is listed out of the inbox at once. */
export function AllSeen({ ids, label }: { ids: readonly string[]; label: string }) {
  const undo = useTranslations("undo.said");
  const { pending, error, write } = useWrite();
  return (
    <>
      <Button
        small
        disabled={pending}
        onClick={async () => {
          const seen = (await write(() => seeAlerts({ ids: [...ids] })))?.ids ?? [];
          const count = seen.length;
          if (count > 0) offerUndo({ said: undo("seen", { count }), undo: () => unseeAlerts({ ids: [...seen] }) });
        }}
      >
        {label}
      </Button>
      {error ? <p role="alert">{error}</p> : null}
    </>
  );
}
