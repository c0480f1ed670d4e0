"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFailureText } from "@/components/shell/failure-text";
import { Button } from "@/components/ui/button";
import { ErrorSummary, type SummaryError } from "@/components/ui/error-summary";
import { Field, Input } from "@/components/ui/field";
import { acceptInvitation } from "@/lib/workspace/server/actions";
import { signInAndGo } from "./sign-in-after";

export function InviteForm({ token, email, known }: { token: string; email: string; known: boolean }) {
  const t = useTranslations("auth");
  const example = useTranslations("examples");
  const words = useFailureText();
  const [errors, setErrors] = useState<readonly SummaryError[]>([]);
  const [pending, setPending] = useState(false);

  async function submit(form: FormData) {
    setPending(true);
    const name = String(form.get("name") ?? "");
    const password = String(form.get("password") ?? "");
    const answer = await acceptInvitation({ token, name, password });
    if (answer.ok) {
      if (known) window.location.assign("/home");
      else await signInAndGo(answer.data.email, password, "/home");
      return;
    }
    setPending(false);
    setErrors([
      { text: words(answer.error) },
      ...(answer.error.fields ?? []).map((f) => ({ fieldId: f.path, text: f.message })),
    ]);
  }

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(e) => {
        e.preventDefault();
        void submit(new FormData(e.currentTarget));
      }}
    >
      <ErrorSummary title={t("invite.submit")} errors={errors} />
      {known ? null : (
        <>
          <Field id="email" label={t("setup.email")}>
            <Input id="email" value={email} readOnly autoComplete="username" />
          </Field>
          <Field id="name" label={t("setup.name")}>
            <Input id="name" placeholder={example("person")} name="name" autoComplete="name" required maxLength={120} />
          </Field>
          <Field id="password" label={t("setup.password")} hint={t("setup.passwordHint", { length: 10 })}>
            <Input
              id="password"
              name="password"
              type="password"
              autoComplete="new-password"
              minLength={10}
              required
              aria-describedby="password-hint"
            />
          </Field>
        </>
      )}
      <Button type="submit" tone="primary" pending={pending}>
        {t("invite.submit")}
      </Button>
    </form>
  );
}
