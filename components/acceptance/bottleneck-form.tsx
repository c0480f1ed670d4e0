"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field, Input, Select } from "@/components/ui/field";
import { BOTTLENECK_PLACES } from "@/lib/acceptance/names";
import type { Bottleneck } from "@/lib/acceptance/schema";
import { SaveRow } from "./save-row";
import { type CardEdit, useCard } from "./use-card";

/** What holds the work up, and where. */
export function BottleneckForm({ edit }: { edit: CardEdit }) {
  const t = useTranslations("review.tuning");
  const example = useTranslations("examples");
  const { save, pending, saved, error } = useCard(edit);
  const [place, setPlace] = useState<Bottleneck["place"]>("gpu");
  const [what, setWhat] = useState("");
  const [missing, setMissing] = useState(false);

  function submit(e: FormEvent) {
    e.preventDefault();
    setMissing(what.trim() === "");
    if (what.trim() === "") return;
    const entry = { place, what, removed: false, how: "" };
    void save((card) => ({ ...card, bottlenecks: [...card.bottlenecks, entry] }));
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <Field id="bottleneck-place" label={t("place")}>
          <Select
            id="bottleneck-place"
            value={place}
            onChange={(e) => setPlace(BOTTLENECK_PLACES.find((p) => p === e.target.value) ?? "gpu")}
          >
            {BOTTLENECK_PLACES.map((p) => (
              <option key={p} value={p}>
                {t(`places.${p}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field id="bottleneck-what" label={t("what")} error={missing ? t("faults.what") : null}>
          <Input
            id="bottleneck-what"
            placeholder={example("bottleneck")}
            value={what}
            maxLength={4000}
            aria-invalid={missing || undefined}
            aria-describedby={missing ? "bottleneck-what-error" : undefined}
            onChange={(e) => setWhat(e.target.value)}
          />
        </Field>
      </div>
      <SaveRow label={t("addBottleneck")} pending={pending} saved={saved} error={error} />
    </form>
  );
}

/** An open bottleneck is removed in words. */
export function RemovedForm({ edit, at }: { edit: CardEdit; at: number }) {
  const t = useTranslations("review.tuning");
  const example = useTranslations("examples");
  const { save, pending, saved, error } = useCard(edit);
  const [how, setHow] = useState("");
  const [missing, setMissing] = useState(false);
  const id = `bottleneck-how-${at}`;

  function submit(e: FormEvent) {
    e.preventDefault();
    setMissing(how.trim() === "");
    if (how.trim() === "") return;
    void save((card) => ({
      ...card,
      bottlenecks: card.bottlenecks.map((b, n) => (n === at ? { ...b, removed: true, how } : b)),
    }));
  }
  return (
    <form onSubmit={submit} noValidate className="no-print flex flex-wrap items-end gap-3">
      <Field id={id} label={t("how")} error={missing ? t("faults.how") : null} className="grow">
        <Input
          id={id}
          placeholder={example("bottleneckRemoved")}
          value={how}
          maxLength={4000}
          aria-invalid={missing || undefined}
          aria-describedby={missing ? `${id}-error` : undefined}
          onChange={(e) => setHow(e.target.value)}
        />
      </Field>
      <SaveRow label={t("markRemoved")} pending={pending} saved={saved} error={error} />
    </form>
  );
}
