"use client";
import { signOut } from "next-auth/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Callout, Facts, PageHeader, Section } from "@/components/ui/surface";
import { changePassword, createWorkspace, signOutEverywhere } from "@/lib/workspace/server/actions";

export function Account({ name, email }: { name: string; email: string | null }) {
  const t = useTranslations("settings.account");
  const example = useTranslations("examples");
  const { write, pending, error } = useWrite();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [workspace, setWorkspace] = useState("");
  return (
    <>
      <PageHeader title={t("title")} />
      {error ? (
        <Callout tone="bad" live>
          {error}
        </Callout>
      ) : null}
      <Section>
        <Facts items={[{ label: t("name"), value: name }, ...(email ? [{ label: t("email"), value: email }] : [])]} />
      </Section>
      <Section title={t("password.title")}>
        <form
          className="flex max-w-md flex-col gap-4"
          onSubmit={async (e) => {
            e.preventDefault();
            if ((await write(() => changePassword({ current, next }))) !== undefined)
              await signOut({ callbackUrl: "/login" });
          }}
        >
          <Field id="password-current" label={t("password.current")}>
            <Input
              id="password-current"
              type="password"
              autoComplete="current-password"
              value={current}
              onChange={(e) => setCurrent(e.target.value)}
              required
            />
          </Field>
          <Field id="password-next" label={t("password.next")}>
            <Input
              id="password-next"
              type="password"
              autoComplete="new-password"
              minLength={10}
              value={next}
              onChange={(e) => setNext(e.target.value)}
              required
            />
          </Field>
          <Button type="submit" pending={pending} className="self-start">
            {t("password.save")}
          </Button>
        </form>
      </Section>
      <Section title={t("everywhere.title")} note={t("everywhere.text")}>
        <Button
          tone="danger"
          pending={pending}
          onClick={async () => {
            if ((await write(() => signOutEverywhere({}))) !== undefined) await signOut({ callbackUrl: "/login" });
          }}
        >
          {t("everywhere.submit")}
        </Button>
      </Section>
      <Section title={t("newWorkspace.title")} note={t("newWorkspace.text")}>
        <form
          className="flex max-w-md flex-col gap-4"
          onSubmit={async (e) => {
            e.preventDefault();
            if (await write(() => createWorkspace({ name: workspace }))) window.location.assign("/home");
          }}
        >
          <Field id="new-workspace" label={t("newWorkspace.name")}>
            <Input
              id="new-workspace"
              placeholder={example("workspace")}
              value={workspace}
              onChange={(e) => setWorkspace(e.target.value)}
              required
              maxLength={120}
            />
          </Field>
          <Button type="submit" pending={pending} className="self-start">
            {t("newWorkspace.submit")}
          </Button>
        </form>
      </Section>
    </>
  );
}
