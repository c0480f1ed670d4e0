"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorSummary } from "@/components/ui/error-summary";
import { Field, Input } from "@/components/ui/field";
import { signInAndGo } from "./sign-in-after";

/** E-mail and password; after them the page that was asked for, which is the one at hand where `to` is null. */
export function LoginForm({ to }: { to: string | null }) {
  const t = useTranslations("auth.login");
  const [error, setError] = useState<readonly { text: string }[]>([]);
  const [pending, setPending] = useState(false);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={async (e) => {
        e.preventDefault();
        const form = new FormData(e.currentTarget);
        setPending(true);
        const done = await signInAndGo(String(form.get("email")), String(form.get("password")), to);
        if (!done) {
          setPending(false);
          setError([{ text: t("wrong") }]);
        }
      }}
    >
      <ErrorSummary title={t("title")} errors={error} />
      <Field id="email" label={t("email")}>
        <Input id="email" placeholder="ana@example.com" name="email" type="email" autoComplete="username" required />
      </Field>
      <Field id="password" label={t("password")}>
        <Input id="password" name="password" type="password" autoComplete="current-password" required />
      </Field>
      <Button type="submit" tone="primary" pending={pending}>
        {t("submit")}
      </Button>
    </form>
  );
}
