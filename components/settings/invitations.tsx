"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { AskFirst } from "@/components/shell/ask-first";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Callout, Section } from "@/components/ui/surface";
import { useFormatter } from "@/components/ui/use-formatter";
import type { Role } from "@/lib/access/roles";
import { inviteMember, revokeInvitation } from "@/lib/workspace/server/actions";
import { OneTimeSecret } from "./one-time-secret";
import { RoleChoice } from "./role-choice";

export interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly expiresAt: string;
}

export function Invitations({ invitations }: { invitations: readonly InvitationRow[] }) {
  const t = useTranslations("settings.invite");
  const auth = useTranslations("auth");
  const cannot = useTranslations("undo.cannot");
  const format = useFormatter();
  const { write, pending, error } = useWrite();
  const [email, setEmail] = useState("");
  const [roles, setRoles] = useState<Role[]>(["viewer"]);
  const [path, setPath] = useState<string | null>(null);
  return (
    <Section id="invite" title={t("title")}>
      <form
        className="flex max-w-xl flex-col gap-4"
        onSubmit={async (e) => {
          e.preventDefault();
          const made = await write(() => inviteMember({ email, roles }));
          if (made) {
            setPath(made.path);
            setEmail("");
          }
        }}
      >
        {error ? (
          <Callout tone="bad" live>
            {error}
          </Callout>
        ) : null}
        <Field id="invite-email" label={t("email")}>
          <Input
            id="invite-email"
            placeholder="ana@example.com"
            type="email"
            value={email}
            onChange={(e) => setEmail(e.target.value)}
            required
          />
        </Field>
        <RoleChoice idPrefix="invite-role" legend={t("roles")} value={roles} onChange={setRoles} />
        <Button type="submit" tone="primary" pending={pending} className="self-start">
          {t("submit")}
        </Button>
        {path ? <OneTimeSecret note={t("made")} path={path} /> : null}
      </form>
      <h3 className="mt-6 text-sm font-semibold">{t("pending")}</h3>
      {invitations.length === 0 ? <p className="text-sm text-muted">{t("none")}</p> : null}
      <ul className="divide-y divide-line">
        {invitations.map((i) => (
          <li key={i.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
            <span className="font-medium">{i.email}</span>
            <span className="text-muted">{i.roles.map((r) => auth(`roles.${r as Role}`)).join(", ")}</span>
            <span className="text-muted">
              {t("expires", { date: format.dateTime(new Date(i.expiresAt), { dateStyle: "medium" }) })}
            </span>
            <AskFirst
              label={t("revoke")}
              name={i.email}
              warning={cannot("invitation")}
              pending={pending}
              onSure={() => void write(() => revokeInvitation({ id: i.id }))}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
