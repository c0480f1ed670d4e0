import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { activeWorkspace } from "@/lib/auth/visitor";
import { isLocale, LOCALE_COOKIE, negotiateLocale } from "./locales";
import { NAMESPACES } from "./namespaces";

/** The language: cookie (written from the profile at sign-in and by the switcher) → Accept-Language → English. */
export default getRequestConfig(async () => {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value;
  const locale = isLocale(chosen) ? chosen : negotiateLocale((await headers()).get("accept-language"));
  const parts = await Promise.all(
    NAMESPACES.map(async (ns) => [ns, (await import(`./messages/${locale}/${ns}.json`)).default] as const),
  );
  return { locale, messages: Object.fromEntries(parts), timeZone: await zoneOfWorkspace() };
});

/** Times are shown on the wall of the workspace's zone; for strangers, and while no database answers, in UTC. */
async function zoneOfWorkspace(): Promise<string> {
  try {
    return (await activeWorkspace())?.workspace.timeZone ?? "UTC";
  } catch {
    // The words of an error page must not need a database; whatever the page itself asks fails by itself.
    return "UTC";
  }
}
