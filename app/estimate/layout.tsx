import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { EstimateFrame } from "@/components/memory/estimate-frame";
import { THEME_COOKIE } from "@/components/shell/preferences";
import { Shell } from "@/components/shell/shell";
import { loadDoor, loadShell } from "@/lib/workspace/server/loaders";

/** Pages that open without signing in: among the rooms for members, so that nothing jumps, else in a frame of their own. */
export default async function OpenLayout({ children }: { children: ReactNode }) {
  const [door, jar] = await Promise.all([loadDoor(), cookies()]);
  const theme = jar.get(THEME_COOKIE)?.value ?? "system";
  if (door.atWork) {
    return (
      <Shell {...(await loadShell())} theme={theme}>
        {children}
      </Shell>
    );
  }
  return (
    <EstimateFrame signedIn={door.signedIn} theme={theme}>
      {children}
    </EstimateFrame>
  );
}
