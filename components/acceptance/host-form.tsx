"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { offerUndo } from "@/components/shell/offer-undo";
import { useWrite } from "@/components/shell/use-write";
import { WriteButton } from "@/components/shell/write-button";
import { Checkbox, describedBy, Field, Input } from "@/components/ui/field";
import { Section } from "@/components/ui/surface";
import { allowHost, forgetHost } from "@/lib/acceptance/server/actions";
import { SaveRow } from "./save-row";

/** A host with or without a port, and whether it may lie inside a private network. */
export function HostForm() {
  const t = useTranslations("review.hosts");
  const { write, pending, error, failure } = useWrite();
  const [host, setHost] = useState("");
  const [inside, setInside] = useState(false);
  const [empty, setEmpty] = useState(false);
  const [saved, setSaved] = useState(false);
  const wrong = empty || (failure?.fields ?? []).some((f) => f.path === "host");
  const fault = wrong ? t("wrong") : null;

  async function submit(e: FormEvent) {
    e.preventDefault();
    setEmpty(host.trim() === "");
    setSaved(false);
    if (host.trim() === "") return;
    if ((await write(() => allowHost({ host, inside }))) === undefined) return;
    setSaved(true);
    setHost("");
    setInside(false);
  }
  return (
    <Section id="add-host" title={t("add")}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <Field id="live-host" label={t("host")} hint={t("hint")} error={fault} className="max-w-96">
          <Input
            id="live-host"
            placeholder="metrics.example.com"
            value={host}
            autoComplete="off"
            spellCheck={false}
            maxLength={260}
            aria-invalid={wrong || undefined}
            aria-describedby={describedBy("live-host", { hint: true, error: fault })}
            onChange={(e) => setHost(e.target.value)}
          />
        </Field>
        <Checkbox
          id="live-inside"
          label={t("insideLabel")}
          checked={inside}
          onChange={(e) => setInside(e.target.checked)}
        />
        <p className="max-w-[70ch] text-[0.8125rem] text-muted">{t("insideNote")}</p>
        <SaveRow label={t("add")} pending={pending} saved={saved} error={error} />
      </form>
    </Section>
  );
}

export function ForgetHost({ host, inside }: { host: string; inside: boolean }) {
  const t = useTranslations("review.hosts");
  const undo = useTranslations("undo.said");
  return (
    <WriteButton
      tone="secondary"
      label={t("forgetOf", { host })}
      run={() => forgetHost({ host })}
      onDone={() => offerUndo({ said: undo("host", { what: host }), undo: () => allowHost({ host, inside }) })}
    >
      {t("forget")}
    </WriteButton>
  );
}
