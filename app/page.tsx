import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { Welcome } from "@/components/home/welcome";
import { THEME_COOKIE } from "@/components/shell/preferences";
import { loadDoor } from "@/lib/workspace/server/loaders";

export default async function FrontPage() {
  const [door, jar] = await Promise.all([loadDoor(), cookies()]);
  if (door.signedIn) redirect("/home");
  return <Welcome owned={door.owned} theme={jar.get(THEME_COOKIE)?.value ?? "system"} />;
}
