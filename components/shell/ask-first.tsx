"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, type ButtonTone } from "@/components/ui/button";

interface AskProps {
  readonly label: string;
  /** Of what, where several stand below each other. */
  readonly name?: string;
  /** What cannot be undone, in a sentence. */
  readonly warning: string;
  readonly tone?: ButtonTone;
  readonly pending: boolean;
  readonly onSure: () => void;
}

/** A button for what cannot be undone: it says so first, and takes a second press. The focus waits on the way back. */
export function AskFirst({ label, name, warning, tone = "ghost", pending, onSure }: AskProps) {
  const t = useTranslations("undo.sure");
  const [asked, setAsked] = useState(false);
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {asked ? <span className="max-w-[45ch] text-[0.8125rem]">{warning}</span> : null}
      <Button
        small
        key="first"
        tone={asked ? "secondary" : tone}
        pending={pending}
        aria-label={name && !asked ? `${label}: ${name}` : undefined}
        onClick={() => setAsked(!asked)}
      >
        {asked ? t("no") : label}
      </Button>
      {asked ? (
        <Button
          small
          tone="danger"
          pending={pending}
          onClick={() => {
            setAsked(false);
            onSure();
          }}
        >
          {t("yes")}
        </Button>
      ) : null}
    </span>
  );
}
