"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { AskFirst } from "@/components/shell/ask-first";
import { useWrite } from "@/components/shell/use-write";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox, Field, Input } from "@/components/ui/field";
import { Callout, Section } from "@/components/ui/surface";
import { useFormatter } from "@/components/ui/use-formatter";
import { TOKEN_SCOPES, type TokenScope } from "@/lib/access/roles";
import { makeToken, revokeToken } from "@/lib/workspace/server/actions";
import { OneTimeSecret } from "./one-time-secret";

export interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
  readonly revoked: boolean;
}

export function Tokens({ tokens }: { tokens: readonly TokenRow[] }) {
  const t = useTranslations("settings.tokens");
  const example = useTranslations("examples");
  const cannot = useTranslations("undo.cannot");
  const format = useFormatter();
  const { write, pending, error } = useWrite();
  const [name, setName] = useState("");
  const [days, setDays] = useState(90);
  const [scopes, setScopes] = useState<TokenScope[]>(["evidence", "outputs"]);
  const [secret, setSecret] = useState<string | null>(null);
  const day = (iso: string) => format.dateTime(new Date(iso), { dateStyle: "medium" });
  return (
    <Section id="tokens" title={t("title")} note={t("note")}>
      <form
        className="flex max-w-xl flex-col gap-4"
        onSubmit={async (e) => {
          e.preventDefault();
          const made = await write(() => makeToken({ name, scopes, days }));
          if (made) {
            setSecret(made.secret);
            setName("");
          }
        }}
      >
        {error ? (
          <Callout tone="bad" live>
            {error}
          </Callout>
        ) : null}
        <div className="grid gap-4 sm:grid-cols-[1fr_9rem]">
          <Field id="token-name" label={t("name")}>
            <Input
              id="token-name"
              placeholder={example("token")}
              value={name}
              onChange={(e) => setName(e.target.value)}
              required
              maxLength={120}
            />
          </Field>
          <Field id="token-days" label={t("days")}>
            <Input
              id="token-days"
              placeholder="90"
              type="number"
              min={1}
              max={366}
              value={days}
              onChange={(e) => setDays(Number(e.target.value))}
              required
            />
          </Field>
        </div>
        <fieldset>
          <legend className="text-sm font-medium">{t("scopes")}</legend>
          {TOKEN_SCOPES.map((s) => (
            <Checkbox
              key={s}
              id={`scope-${s}`}
              label={t(`scope.${s}`)}
              checked={scopes.includes(s)}
              onChange={(e) => setScopes(e.target.checked ? [...scopes, s] : scopes.filter((x) => x !== s))}
            />
          ))}
        </fieldset>
        <Button type="submit" tone="primary" pending={pending} className="self-start">
          {t("make")}
        </Button>
        {secret ? <OneTimeSecret note={t("made")} secret={secret} /> : null}
      </form>
      {tokens.length === 0 ? <p className="mt-4 text-sm text-muted">{t("none")}</p> : null}
      <ul className="mt-4 divide-y divide-line">
        {tokens.map((k) => (
          <li key={k.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
            <span className="font-medium">{k.name}</span>
            <span className="text-muted">{k.scopes.map((s) => t(`scope.${s as TokenScope}`)).join(", ")}</span>
            <span className="text-muted">
              {t("expires")} {day(k.expiresAt)} · {t("lastUsed")} {k.lastUsedAt ? day(k.lastUsedAt) : t("never")}
            </span>
            {k.revoked ? (
              <Badge>{t("revoked")}</Badge>
            ) : (
              <AskFirst
                label={t("revoke")}
                name={k.name}
                warning={cannot("token")}
                pending={pending}
                onSure={() => void write(() => revokeToken({ id: k.id }))}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
