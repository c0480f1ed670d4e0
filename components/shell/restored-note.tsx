"use client";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/surface";

/** Says that a form holds what was typed before, and how to begin anew. */
export function RestoredNote({ restored, onStartOver }: { restored: boolean; onStartOver: () => void }) {
  const t = useTranslations("common.kept");
  if (!restored) return null;
  return (
    <Callout live>
      <span className="flex flex-wrap items-center gap-3">
        {t("restored")}
        <Button small onClick={onStartOver}>
          {t("startOver")}
        </Button>
      </span>
    </Callout>
  );
}
