"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFailureText } from "@/components/shell/failure-text";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/surface";
import { openSample } from "@/lib/sample/server/actions";

export function OpenSample({ exists }: { exists: boolean }) {
  const t = useTranslations("home.sample");
  const words = useFailureText();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  return (
    <div className="flex flex-col gap-2">
      <Button
        pending={pending}
        onClick={async () => {
          setPending(true);
          const answer = await openSample({});
          if (answer.ok) window.location.assign("/home");
          else {
            setPending(false);
            setError(words(answer.error));
          }
        }}
      >
        {pending && !exists ? t("opening") : t("open")}
      </Button>
      {error ? (
        <Callout tone="bad" live>
          {error}
        </Callout>
      ) : null}
    </div>
  );
}
