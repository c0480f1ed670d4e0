"use client";
import { useTranslations } from "next-intl";
import { PutBackList } from "@/components/shell/put-back-list";
import { useFormatter } from "@/components/ui/use-formatter";
import type { Role } from "@/lib/access/roles";
import { undoMemberRoles } from "@/lib/workspace/server/actions";

export interface RoleChangeRow {
  readonly personId: string;
  readonly name: string;
  readonly was: readonly Role[];
  readonly roles: readonly Role[];
  readonly by: string | null;
  readonly at: string;
}

/** The last change of each member's roles, to be undone as long as the member still has what it gave. */
export function RoleChanges({ changes }: { changes: readonly RoleChangeRow[] }) {
  const t = useTranslations("undo");
  const auth = useTranslations("auth.roles");
  const format = useFormatter();
  const named = (roles: readonly Role[]) => format.list(roles.map((role) => auth(role)));
  const lines = changes.map(({ personId, name, was, roles, by, at }) => ({
    id: personId,
    name,
    says: (
      <>
        <span className="block">{t("roles.line", { name, roles: named(roles), was: named(was) })}</span>
        <span className="block text-[0.8125rem] text-muted">
          {t("when", {
            date: format.dateTime(new Date(at), { dateStyle: "medium", timeStyle: "short" }),
            who: by ?? "–",
          })}
        </span>
      </>
    ),
    run: () => undoMemberRoles({ personId, was: [...was], roles: [...roles] }),
  }));
  return (
    <div className="mt-4">
      <PutBackList lines={lines} title={t("roles.title")} note={t("roles.note")} label={t("undo")} />
    </div>
  );
}
