"use client";
import { useTranslations } from "next-intl";
import { Fragment, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Checkbox } from "@/components/ui/field";
import { ROOMS } from "./rooms";

interface KeyListProps {
  readonly lettersAreOn: boolean;
  readonly onLetters: (on: boolean) => void;
  readonly onClose: () => void;
}

function Key({ children }: { children: string }) {
  return <kbd className="rounded border border-control bg-sunken px-1.5 py-0.5 font-sans text-xs">{children}</kbd>;
}

/** All keys that work on every page; those of one letter can be turned off. */
export function KeyList({ lettersAreOn, onLetters, onClose }: KeyListProps) {
  const t = useTranslations("shell.palette");
  const nav = useTranslations("shell.nav");
  const [on, setOn] = useState(lettersAreOn);
  const lines = [
    { keys: ["Ctrl / ⌘", "K"], says: t("palette") },
    { keys: ["?"], says: t("help") },
    { keys: ["N"], says: t("newBrief") },
    { keys: ["F8"], says: t("undo") },
  ];
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t("keys")} description={t("keysNote")}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-sm">
        {lines.map((line) => (
          <Fragment key={line.says}>
            <dt className="flex gap-1">
              {line.keys.map((k) => (
                <Key key={k}>{k}</Key>
              ))}
            </dt>
            <dd>{line.says}</dd>
          </Fragment>
        ))}
        {ROOMS.map((r) => (
          <Fragment key={r.href}>
            <dt className="flex items-center gap-1">
              <Key>G</Key>
              <span className="text-xs text-muted">{t("then")}</span>
              <Key>{r.letter}</Key>
            </dt>
            <dd>{t("goTo", { page: nav(r.key) })}</dd>
          </Fragment>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <Checkbox
          id="keys-on"
          label={t("on")}
          checked={on}
          onChange={(e) => {
            setOn(e.target.checked);
            onLetters(e.target.checked);
          }}
        />
        <Button onClick={onClose}>{t("close")}</Button>
      </div>
    </Dialog>
  );
}
