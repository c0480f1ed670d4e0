"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import { Callout, PageHeader, Section } from "@/components/ui/surface";
import { WORKLOAD_KINDS } from "@/lib/brief/choices";
import { createBrief } from "@/lib/brief/server/actions";

export function NewBrief() {
  const t = useTranslations("brief");
  const router = useRouter();
  const { write, pending, error } = useWrite();
  const [title, setTitle] = useState("");
  const [kind, setKind] = useState("");
  return (
    <>
      <PageHeader title={t("new.title")} note={t("new.text")} />
      <Section>
        <form
          className="flex max-w-xl flex-col gap-4"
          onSubmit={async (e) => {
            e.preventDefault();
            const made = await write(() => createBrief({ title, kind: kind || null }));
            if (made) router.push(`/briefs/BRF-${made.number}/edit`);
          }}
        >
          {error ? (
            <Callout tone="bad" live>
              {error}
            </Callout>
          ) : null}
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
              value={kind}
              onChange={(e) => setKind(e.target.value)}
              required
              aria-describedby="kind-hint"
            >
              <option value="">–</option>
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
