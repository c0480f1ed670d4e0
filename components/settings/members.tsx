"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { AskFirst } from "@/components/shell/ask-first";
import { ListExport } from "@/components/shell/list-export";
import { offerUndo } from "@/components/shell/offer-undo";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Callout, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import type { Role } from "@/lib/access/roles";
import { removeMember, setMemberRoles, undoMemberRoles } from "@/lib/workspace/server/actions";
import { type RoleChangeRow, RoleChanges } from "./role-changes";
import { RoleChoice } from "./role-choice";

export interface MemberRow {
  readonly personId: string;
  readonly name: string;
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly since: string;
}

/** Everybody in the workspace with their roles, and the changes of roles that can be undone. */
export function Members({
  members,
  roleChanges,
  personId,
  canChange,
}: {
  members: readonly MemberRow[];
  roleChanges: readonly RoleChangeRow[];
  personId: string;
  canChange: boolean;
}) {
  const t = useTranslations("settings.members");
  const auth = useTranslations("auth");
  const undo = useTranslations("undo");
  const format = useFormatter();
  const [editing, setEditing] = useState<{ id: string; roles: Role[] } | null>(null);
  const { write, pending, error } = useWrite();

  async function save({ personId: id, name }: MemberRow, roles: Role[]) {
    const done = await write(() => setMemberRoles({ personId: id, roles }));
    if (done === undefined) return;
    setEditing(null);
    // Whoever took the right from themselves can no longer give it back.
    const isLost = id === personId && !roles.includes("admin");
    if (!done.undoable || isLost) return;
    const back = () => undoMemberRoles({ personId: id, was: done.was, roles });
    offerUndo({ said: undo("said.roles", { what: name }), undo: back });
  }

  return (
    <Section id="members" title={t("title")} note={t("note")}>
      {error ? (
        <Callout tone="bad" live>
          {error}
        </Callout>
      ) : null}
      <Table stacked label={t("title")}>
        <thead>
          <tr>
            <Th>{t("name")}</Th>
            <Th>{t("email")}</Th>
            <Th>{t("roles")}</Th>
            <Th>{t("since")}</Th>
            {canChange ? (
              <Th>
                <span className="sr-only">{t("change")}</span>
              </Th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {members.map((m) => (
            <tr key={m.personId}>
              <Td line>
                {m.name} {m.personId === personId ? <span className="text-muted">({t("you")})</span> : null}
              </Td>
              <Td>{m.email ?? "–"}</Td>
              <Td>
                {editing?.id === m.personId ? (
                  <RoleChoice
                    idPrefix={m.personId}
                    legend={t("roles")}
                    value={editing.roles}
                    onChange={(roles) => setEditing({ id: m.personId, roles })}
                  />
                ) : (
                  m.roles.map((r) => auth(`roles.${r as Role}`)).join(", ")
                )}
              </Td>
              <Td label={t("since")}>{format.dateTime(new Date(m.since), { dateStyle: "medium" })}</Td>
              {canChange ? (
                <Td className="!py-1">
                  {editing?.id === m.personId ? (
                    <div className="flex flex-wrap gap-2">
                      <Button small tone="primary" pending={pending} onClick={() => void save(m, editing.roles)}>
                        {t("save")}
                      </Button>
                      <AskFirst
                        label={t("remove")}
                        name={m.name}
                        tone="danger"
                        warning={undo("cannot.member")}
                        pending={pending}
                        onSure={() => void write(() => removeMember({ personId: m.personId }))}
                      />
                    </div>
                  ) : (
                    <Button
                      small
                      className="whitespace-nowrap"
                      onClick={() => setEditing({ id: m.personId, roles: m.roles as Role[] })}
                    >
                      {t("change")}
                    </Button>
                  )}
                </Td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </Table>
      <ListExport list="members" />
      <RoleChanges changes={roleChanges} />
    </Section>
  );
}
