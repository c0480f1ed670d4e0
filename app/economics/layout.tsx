import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { EstimateFrame } from "@/components/memory/estimate-frame";
import { THEME_COOKIE } from "@/components/shell/preferences";
import { loadDoor } from "@/lib/workspace/server/loaders";

export default async function EconomicsLayout({ children }: { children: ReactNode }) {
  const [door, jar] = await Promise.all([loadDoor(), cookies()]);
  return (
    <EstimateFrame signedIn={door.signedIn} theme={jar.get(THEME_COOKIE)?.value ?? "system"}>
      {children}
    </EstimateFrame>
  );
}
