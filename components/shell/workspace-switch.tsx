"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId, useTransition } from "react";
import { Select } from "@/components/ui/field";
import { chooseWorkspace } from "@/lib/workspace/server/actions";
import { forgetKeptText } from "./use-kept-text";

export function WorkspaceSwitch({
  current,
  workspaces,
}: {
  current: string;
  workspaces: readonly { id: string; name: string }[];
}) {
  const t = useTranslations("shell");
  const router = useRouter();
  const [pending, start] = useTransition();
  const id = useId();
  if (workspaces.length < 2) return <p className="shrink-0 truncate px-1 text-sm font-medium">{workspaces[0]?.name}</p>;
  return (
    <>
      <label className="sr-only" htmlFor={id}>
        {t("workspace")}
      </label>
      <Select
        id={id}
        value={current}
        disabled={pending}
        className="!min-h-9 pointer-coarse:!min-h-11 !py-1 text-sm"
        onChange={(e) =>
          start(async () => {
            forgetKeptText();
            await chooseWorkspace({ workspaceId: e.target.value });
            router.push("/home");
            router.refresh();
          })
        }
      >
        {workspaces.map((w) => (
          <option key={w.id} value={w.id}>
            {w.name}
          </option>
        ))}
      </Select>
    </>
  );
}
