import type { ReactNode } from "react";
import Link from "@/components/ui/link";
import { PreferenceControls } from "./preference-controls";
import { Wordmark } from "./wordmark";

/** The frame of the pages before sign-in: one narrow column, nothing else to press. */
export function Door({ theme, children }: { theme: string; children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-md flex-col gap-8 px-4 py-8">
      <Link href="/">
        <Wordmark />
      </Link>
      <main id="main" tabIndex={-1} className="flex flex-col gap-5 outline-none">
        {children}
      </main>
      <footer className="mt-auto">
        <PreferenceControls theme={theme} />
      </footer>
    </div>
  );
}
