import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { isLocale, LOCALE_COOKIE, negotiateLocale } from "./locales";
import { NAMESPACES } from "./namespaces";

/** The language: cookie (written from the profile at sign-in and by the switcher) → Accept-Language → English. */
export default getRequestConfig(async () => {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value;
  const locale = isLocale(chosen) ? chosen : negotiateLocale((await headers()).get("accept-language"));
  const parts = await Promise.all(
    NAMESPACES.map(async (ns) => [ns, (await import(`./messages/${locale}/${ns}.json`)).default] as const),
  );
  return { locale, messages: Object.fromEntries(parts), timeZone: "UTC" };
});
