export const LOCALES = ["en", "id", "pl"] as const;
export type Locale = (typeof LOCALES)[number];
export const LOCALE_COOKIE = "headroom.locale";

export function isLocale(value: string | undefined | null): value is Locale {
  return LOCALES.includes(value as Locale);
}

/** The best of our languages for an Accept-Language header; English when none fits. */
export function negotiateLocale(acceptLanguage: string | null): Locale {
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...params] = part.trim().split(";");
      const q = params.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find(Boolean);
      return { base: tag.toLowerCase().split("-")[0] ?? "", q: q === undefined ? 1 : Number(q) };
    })
    .filter((w) => w.q > 0)
    .sort((a, b) => b.q - a.q);
  return (wanted.find((w) => isLocale(w.base))?.base as Locale | undefined) ?? "en";
}
