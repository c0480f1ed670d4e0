import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Door } from "@/components/shell/door";
import { THEME_COOKIE } from "@/components/shell/preferences";

export default async function DoorLayout({ children }: { children: ReactNode }) {
  return <Door theme={(await cookies()).get(THEME_COOKIE)?.value ?? "system"}>{children}</Door>;
}
