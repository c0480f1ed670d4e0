"use client";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useId, useTransition } from "react";
import { Select } from "@/components/ui/field";
import { LOCALE_COOKIE, LOCALES } from "@/lib/i18n/locales";
import { THEME_COOKIE, writePreference } from "./preferences";

const LANGUAGE_NAMES = { en: "English", id: "Bahasa Indonesia", pl: "Polski" } as const;

/** Language and theme: chosen here, kept in cookies, in force at once. */
export function PreferenceControls({ theme }: { theme: string }) {
  const t = useTranslations("shell");
  const locale = useLocale();
  const router = useRouter();
  const [pending, start] = useTransition();
  const id = useId();
  return (
    <div className="flex min-w-0 flex-wrap gap-2" aria-busy={pending || undefined}>
      <label className="sr-only" htmlFor={`${id}-language`}>
        {t("language")}
      </label>
      <Select
        id={`${id}-language`}
        className="!min-h-9 pointer-coarse:!min-h-11 !w-auto grow !px-2 !py-1 text-[0.8125rem]"
        value={locale}
        onChange={(e) => {
          writePreference(LOCALE_COOKIE, e.target.value);
          start(() => router.refresh());
        }}
      >
        {LOCALES.map((l) => (
          <option key={l} value={l} lang={l}>
            {LANGUAGE_NAMES[l]}
          </option>
        ))}
      </Select>
      <label className="sr-only" htmlFor={`${id}-theme`}>
        {t("theme")}
      </label>
      <Select
        id={`${id}-theme`}
        className="!min-h-9 pointer-coarse:!min-h-11 !w-auto grow !px-2 !py-1 text-[0.8125rem]"
        defaultValue={theme}
        onChange={(e) => {
          writePreference(THEME_COOKIE, e.target.value);
          if (e.target.value === "system") delete document.documentElement.dataset.theme;
          else document.documentElement.dataset.theme = e.target.value;
        }}
      >
        {(["system", "light", "dark"] as const).map((v) => (
          <option key={v} value={v}>
            {t(`themes.${v}`)}
          </option>
        ))}
      </Select>
    </div>
  );
}
