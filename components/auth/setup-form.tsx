"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFailureText } from "@/components/shell/failure-text";
import { Button } from "@/components/ui/button";
import { ErrorSummary, type SummaryError } from "@/components/ui/error-summary";
import { Field, Input, Select } from "@/components/ui/field";
import { setUp } from "@/lib/workspace/server/actions";
import { signInAndGo } from "./sign-in-after";

const CURRENCIES = ["USD", "EUR", "IDR", "PLN", "GBP", "CHF", "JPY", "SGD"] as const;

export function SetupForm({ link, timeZones }: { link: string; timeZones: readonly string[] }) {
  const t = useTranslations("auth.setup");
  const example = useTranslations("examples");
  const words = useFailureText();
  const [errors, setErrors] = useState<readonly SummaryError[]>([]);
  const [pending, setPending] = useState(false);

  async function submit(form: FormData) {
    setPending(true);
    const text = (name: string) => String(form.get(name) ?? "");
    const answer = await setUp({
      link,
      name: text("name"),
      email: text("email"),
      password: text("password"),
      workspace: text("workspace"),
      currency: text("currency"),
      timeZone: text("timeZone"),
    });
    if (answer.ok && (await signInAndGo(answer.data.email, text("password"), "/home"))) return;
    setPending(false);
    if (answer.ok) return;
    const fields = answer.error.fields ?? [];
    setErrors([
      { text: words(answer.error) },
      ...fields.map((f) => ({ fieldId: f.path, text: `${f.path}: ${f.message}` })),
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
      <ErrorSummary title={t("title")} errors={errors} />
      <Field id="name" label={t("name")}>
        <Input id="name" placeholder={example("person")} name="name" autoComplete="name" required maxLength={120} />
      </Field>
      <Field id="email" label={t("email")}>
        <Input id="email" placeholder="ana@example.com" name="email" type="email" autoComplete="username" required />
      </Field>
      <Field id="password" label={t("password")} hint={t("passwordHint", { length: 10 })}>
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
      <Field id="workspace" label={t("workspace")} hint={t("workspaceHint")}>
        <Input
          id="workspace"
          placeholder={example("workspace")}
          name="workspace"
          required
          maxLength={120}
          aria-describedby="workspace-hint"
        />
      </Field>
      <div className="fields gap-4 sm:grid-cols-2">
        <Field id="currency" label={t("currency")}>
          <Select id="currency" name="currency" defaultValue="USD">
            {CURRENCIES.map((c) => (
              <option key={c}>{c}</option>
            ))}
          </Select>
        </Field>
        <Field id="timeZone" label={t("timeZone")}>
          <Select id="timeZone" name="timeZone" defaultValue="UTC">
            {timeZones.map((z) => (
              <option key={z}>{z}</option>
            ))}
          </Select>
        </Field>
      </div>
      <Button type="submit" tone="primary" pending={pending}>
        {t("submit")}
      </Button>
    </form>
  );
}
