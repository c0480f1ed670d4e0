import { getTimeZone, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import Link from "@/components/ui/link";
import { Keyboard } from "./keyboard";
import { Navigation } from "./navigation";
import { PreferenceControls } from "./preference-controls";
import { SearchButton } from "./search-button";
import { SignOut } from "./sign-out";
import { UndoToast } from "./undo-toast";
import { Wordmark } from "./wordmark";
import { WorkspaceSwitch } from "./workspace-switch";

interface ShellProps {
  readonly person: string;
  readonly workspace: { readonly id: string; readonly name: string; readonly isSample: boolean };
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
  readonly waiting: number;
  readonly theme: string;
  readonly children: ReactNode;
}

/** Navigation beside the page on wide screens, behind one button on narrow ones; the page itself is the only main. */
export async function Shell({ person, workspace, workspaces, waiting, theme, children }: ShellProps) {
  const [t, zone] = await Promise.all([getTranslations("shell"), getTimeZone()]);
  const side = (
    <>
      <WorkspaceSwitch current={workspace.id} workspaces={workspaces} />
      <SearchButton />
      <Navigation waiting={waiting} />
      <div className="mt-auto flex flex-col gap-2 border-t border-line pt-3">
        <PreferenceControls theme={theme} />
        <div className="flex items-center justify-between gap-2">
          <Link href="/account" className="min-w-0 truncate text-sm text-muted underline-offset-2 hover:underline">
            {person}
          </Link>
          <SignOut />
        </div>
        <p className="text-[0.8125rem] text-muted">{t("zone", { zone })}</p>
      </div>
    </>
  );
  return (
    <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <aside className="no-print sticky top-0 hidden h-dvh flex-col gap-4 overflow-y-auto border-r border-line bg-surface p-4 lg:flex">
        <Link href="/home" className="px-1">
          <Wordmark />
        </Link>
        {side}
      </aside>
      <header className="no-print sticky top-0 z-30 border-b border-line bg-surface lg:hidden">
        <details className="group">
          <summary className="flex min-h-12 list-none items-center justify-between px-4">
            <Wordmark />
            <span className="rounded-md border border-control px-2.5 py-1 text-sm">{t("menu")}</span>
          </summary>
          <div className="flex max-h-[75dvh] flex-col gap-4 overflow-y-auto border-t border-line p-4">{side}</div>
        </details>
      </header>
      <div className="min-w-0">
        {workspace.isSample ? (
          <section
            aria-label={t("workspace")}
            className="no-print border-b border-line bg-accent-soft px-4 py-1.5 text-center text-[0.8125rem] text-accent"
          >
            <p>{t("sampleNote")}</p>
          </section>
        ) : null}
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto flex w-full max-w-6xl flex-col gap-5 px-4 py-6 outline-none sm:px-6 lg:py-8"
        >
          {children}
        </main>
        <UndoToast />
        <Keyboard />
      </div>
    </div>
  );
}
