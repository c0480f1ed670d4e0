import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { HydrationMark } from "@/components/shell/hydration-mark";
import { THEME_COOKIE } from "@/components/shell/preferences";
import { Words } from "@/components/shell/words";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("common");
  return { title: { default: "Headroom", template: "%s · Headroom" }, description: t("tagline") };
}

/** Every page answers for who asks: nothing is rendered ahead. */
export const dynamic = "force-dynamic";

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f7f8f8" },
    { media: "(prefers-color-scheme: dark)", color: "#0f1214" },
  ],
};

export default async function Layout({ children }: { children: ReactNode }) {
  const [locale, t, jar] = await Promise.all([getLocale(), getTranslations("shell"), cookies()]);
  const theme = jar.get(THEME_COOKIE)?.value;
  return (
    <html
      lang={locale}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      data-theme={theme === "light" || theme === "dark" ? theme : undefined}
    >
      <body className="font-sans antialiased">
        <a
          href="#main"
          className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-md focus:bg-accent focus:px-4 focus:py-2 focus:text-accent-ink"
        >
          {t("skip")}
        </a>
        <NextIntlClientProvider messages={{}}>
          <Words of={["common", "errors", "shell", "undo"]}>{children}</Words>
          <HydrationMark />
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
