import Image from "next/image";
import { getTranslations } from "next-intl/server";
import { PreferenceControls } from "@/components/shell/preference-controls";
import { Wordmark } from "@/components/shell/wordmark";
import { LinkButton } from "@/components/ui/button";
import { Callout } from "@/components/ui/surface";

const STEPS = ["brief", "estimate", "accept", "ledger"] as const;

/** What a stranger sees: what this is, in one screen, and what can be done. */
export async function Welcome({ owned, theme }: { owned: boolean; theme: string }) {
  const [t, auth] = await Promise.all([getTranslations("home.public"), getTranslations("auth.login")]);
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-5xl flex-col gap-10 px-4 py-8 sm:px-8">
      <header className="flex items-center justify-between gap-4">
        <Wordmark />
        <LinkButton href="/login" small>
          {t("signIn")}
        </LinkButton>
      </header>
      <main id="main" tabIndex={-1} className="flex flex-col gap-10 outline-none">
        <div className="flex max-w-3xl flex-col gap-5">
          <h1 className="text-3xl font-semibold sm:text-4xl">{t("title")}</h1>
          <p className="text-lg text-muted">{t("lead")}</p>
          {owned ? null : <Callout tone="accent">{auth("noOwner")}</Callout>}
          <div className="flex flex-wrap gap-3">
            <LinkButton tone="primary" href="/estimate">
              {t("try")}
            </LinkButton>
            <LinkButton href="/sweep">{t("sweep")}</LinkButton>
            <LinkButton href="/compare">{t("compare")}</LinkButton>
            <LinkButton href="/accelerators">{t("cards")}</LinkButton>
            <LinkButton href="/docs">{t("docs")}</LinkButton>
          </div>
        </div>
        <ol className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
          {STEPS.map((s, i) => (
            <li key={s} className="flex flex-col gap-2 bg-surface p-5">
              <span className="tabular text-sm text-muted">{i + 1}</span>
              <h2 className="text-base font-semibold">{t(`steps.${s}.title`)}</h2>
              <p className="text-sm text-muted">{t(`steps.${s}.text`)}</p>
            </li>
          ))}
        </ol>
        <figure className="flex flex-col gap-3">
          <Image
            src="/tour/costs.png"
            alt={t("pictureAlt")}
            width={1280}
            height={860}
            sizes="(max-width: 64rem) 100vw, 60rem"
            className="h-auto w-full rounded-lg border border-line"
          />
          <figcaption className="text-sm text-muted">{t("picture")}</figcaption>
        </figure>
      </main>
      <footer className="mt-auto max-w-xs">
        <PreferenceControls theme={theme} />
      </footer>
    </div>
  );
}
