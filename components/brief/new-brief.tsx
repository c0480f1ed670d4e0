"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import { Callout, PageHeader, Section } from "@/components/ui/surface";
import { WORKLOAD_KINDS } from "@/lib/brief/choices";
import type { ExampleId } from "@/lib/brief/examples";
import { createBrief, startFromExample } from "@/lib/brief/server/actions";

interface NewBriefProps {
  readonly examples: readonly { readonly id: ExampleId; readonly name: string; readonly about: string }[];
}

/** Two ways to start: an example whose answers are looked through and changed, or an empty form. */
export function NewBrief({ examples }: NewBriefProps) {
  const t = useTranslations("brief");
  const router = useRouter();
  const { write, pending, error } = useWrite();
  const [title, setTitle] = useState("");
  const [kind, setKind] = useState("");

  async function start(run: () => ReturnType<typeof createBrief>) {
    const made = await write(run);
    if (made) router.push(`/briefs/BRF-${made.number}/edit`);
  }

  return (
    <>
      <PageHeader title={t("new.title")} note={t("new.text")} />
      {error ? (
        <Callout tone="bad" live>
          {error}
        </Callout>
      ) : null}
      <Section id="examples" title={t("new.example")} note={t("new.exampleNote")}>
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {examples.map((e) => (
            <li key={e.id} className="flex">
              <button
                type="button"
                disabled={pending}
                onClick={() => start(() => startFromExample({ title, example: e.id }))}
                className="flex w-full flex-col gap-1 rounded-md border border-control bg-surface px-4 py-3 text-left transition-colors hover:bg-sunken disabled:opacity-60"
              >
                <span className="text-sm font-semibold text-accent">{e.name}</span>
                <span className="text-[0.8125rem] text-muted">{e.about}</span>
              </button>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="empty" title={t("new.empty")}>
        <form
          className="flex max-w-xl flex-col gap-4"
          onSubmit={(e) => {
            e.preventDefault();
            void start(() => createBrief({ title, kind: kind || null }));
          }}
        >
          <Field id="title" label={t("fields.title.label")} hint={t("fields.title.why")}>
            <Input
              id="title"
              value={title}
              onChange={(e) => setTitle(e.target.value)}
              placeholder={t("fields.title.example")}
              required
              maxLength={200}
              aria-describedby="title-hint"
            />
          </Field>
          <Field id="kind" label={t("fields.kind.label")} hint={t("fields.kind.why")}>
            <Select
              id="kind"
              unanswered={kind === ""}
              value={kind}
              onChange={(e) => setKind(e.target.value)}
              required
              aria-describedby="kind-hint"
            >
              <option value="">{t("form.chooseKind")}</option>
              {WORKLOAD_KINDS.map((k) => (
                <option key={k} value={k}>
                  {t(`choices.kind.${k}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Button type="submit" tone="primary" pending={pending} className="self-start">
            {t("new.submit")}
          </Button>
        </form>
      </Section>
    </>
  );
}
