import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PreferenceControls } from "@/components/shell/preference-controls";
import { Wordmark } from "@/components/shell/wordmark";
import { LinkButton } from "@/components/ui/button";
import Link from "@/components/ui/link";

/** The open frame of the estimate: the same address signed in and out, with the way to the rooms at its head. */
export async function EstimateFrame({
  signedIn,
  theme,
  children,
}: {
  signedIn: boolean;
  theme: string;
  children: ReactNode;
}) {
  const [t, home] = await Promise.all([getTranslations("estimate.frame"), getTranslations("home.public")]);
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-7xl flex-col gap-6 px-4 py-6 sm:px-6">
      <header className="no-print flex flex-wrap items-center justify-between gap-3">
        <Link href={signedIn ? "/home" : "/"}>
          <Wordmark />
        </Link>
        {/* On narrow screens the two choices take a row of their own, below the way in. */}
        <div className="order-last w-full sm:order-none sm:ml-auto sm:w-auto">
          <PreferenceControls theme={theme} />
        </div>
        <Link href="/docs" className="ml-auto text-sm text-accent underline underline-offset-2 sm:ml-0">
          {t("docs")}
        </Link>
        <LinkButton small href={signedIn ? "/home" : "/login"}>
          {signedIn ? t("toWork") : home("signIn")}
        </LinkButton>
      </header>
      <main id="main" tabIndex={-1} className="flex flex-col gap-5 outline-none">
        {children}
      </main>
    </div>
  );
}
