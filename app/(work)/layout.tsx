import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { THEME_COOKIE } from "@/components/shell/preferences";
import { Shell } from "@/components/shell/shell";
import { loadShell } from "@/lib/workspace/server/loaders";

export default async function WorkLayout({ children }: { children: ReactNode }) {
  const [shell, jar] = await Promise.all([loadShell(), cookies()]);
  return (
    <Shell {...shell} theme={jar.get(THEME_COOKIE)?.value ?? "system"}>
      {children}
    </Shell>
  );
}
