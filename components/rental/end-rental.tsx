"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { describedBy, Field, Input } from "@/components/ui/field";
import { Callout } from "@/components/ui/surface";
import { endRental } from "@/lib/boundary/server/actions";
import { instantOf } from "./bill-names";

/** Says when the capacity was given back; it cannot be said twice. */
export function EndRental({ number, startsAt }: { number: number; startsAt: string }) {
  const t = useTranslations("rental.end");
  const [at, setAt] = useState("");
  const [asked, setAsked] = useState(false);
  const { write, pending, error, failure, clear } = useWrite();
  const instant = instantOf(at);
  const future = failure?.fields?.some((f) => f.code === "in-the-future");
  const refused =
    instant === null ? t("noInstant") : instant < startsAt ? t("beforeStart") : future ? t("future") : undefined;
  const shown = asked ? refused : undefined;
  return (
    <form
      noValidate
      className="flex max-w-md flex-col gap-3"
      onSubmit={(e) => {
        e.preventDefault();
        setAsked(true);
        if (instant !== null && (!refused || future)) void write(() => endRental({ number, endedAt: instant }));
      }}
    >
      {error && !future ? (
        <Callout tone="bad" live>
          {error}
        </Callout>
      ) : null}
      <Field id="r-ended" label={t("at")} hint={t("utc")} error={shown}>
        <Input
          id="r-ended"
          type="datetime-local"
          aria-describedby={describedBy("r-ended", { hint: true, error: shown })}
          aria-invalid={shown ? true : undefined}
          value={at}
          onChange={(e) => {
            setAt(e.target.value);
            clear();
          }}
        />
      </Field>
      <Button type="submit" tone="danger" pending={pending} className="self-start">
        {t("submit")}
      </Button>
    </form>
  );
}
