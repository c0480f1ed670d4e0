"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { describedBy, Field, Input } from "@/components/ui/field";
import { Callout } from "@/components/ui/surface";
import { continueRental, startTrial } from "@/lib/boundary/server/actions";
import { idsOf, instantOf, tagsOf } from "./bill-names";
import { BillNames } from "./bill-names-fields";

interface StartProps {
  readonly plan: number;
  readonly kind: "trial" | "run";
  /** Suggested start and end, `2026-12-01T00:00` in UTC. */
  readonly startsAt: string;
  readonly endsAt: string;
}

/** Starts the trial, or the longer rental that a signature allows: from when to when, and how bills will name it. */
export function StartRental({ plan, kind, startsAt, endsAt }: StartProps) {
  const t = useTranslations("rental.start");
  const router = useRouter();
  const { write, pending, error } = useWrite();
  const [start, setStart] = useState(startsAt);
  const [end, setEnd] = useState(endsAt);
  const [ids, setIds] = useState("");
  const [tags, setTags] = useState("");
  const [asked, setAsked] = useState(false);
  const from = instantOf(start);
  const to = instantOf(end);
  const noStart = asked && from === null ? t("noInstant") : undefined;
  const badEnd = to === null ? t("noInstant") : from !== null && to <= from ? t("endBeforeStart") : undefined;

  async function submit() {
    setAsked(true);
    const read = tagsOf(tags);
    if (from === null || to === null || badEnd || !read.ok) return;
    const input = { plan, startsAt: from, endsAt: to, resourceIds: idsOf(ids), tags: read.tags };
    const made = await write(() => (kind === "trial" ? startTrial(input) : continueRental(input)));
    if (made) router.push(`/rentals/RNT-${made.rental}`);
  }

  return (
    <form
      noValidate
      className="fields gap-4 sm:grid-cols-2"
      onSubmit={(e) => {
        e.preventDefault();
        void submit();
      }}
    >
      {error ? (
        <div className="sm:col-span-2">
          <Callout tone="bad" live>
            {error}
          </Callout>
        </div>
      ) : null}
      <Field id="r-start" label={t("startsAt")} hint={t("utc")} error={noStart}>
        <Input
          id="r-start"
          type="datetime-local"
          aria-describedby={describedBy("r-start", { hint: true, error: noStart })}
          aria-invalid={noStart ? true : undefined}
          value={start}
          onChange={(e) => setStart(e.target.value)}
        />
      </Field>
      <Field id="r-end" label={t("endsAt")} hint={t(`${kind}.endHint`)} error={asked ? badEnd : undefined}>
        <Input
          id="r-end"
          type="datetime-local"
          aria-describedby={describedBy("r-end", { hint: true, error: asked && badEnd })}
          aria-invalid={asked && badEnd ? true : undefined}
          value={end}
          onChange={(e) => setEnd(e.target.value)}
        />
      </Field>
      <BillNames ids={ids} tags={tags} onIds={setIds} onTags={setTags} />
      <Button type="submit" tone="primary" pending={pending} className="justify-self-start sm:col-span-2">
        {t(`${kind}.submit`)}
      </Button>
    </form>
  );
}
