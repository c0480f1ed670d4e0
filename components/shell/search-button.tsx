"use client";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";

/** Told to the page's one listener: the button stands in the side bar and in the menu of narrow screens. */
export const PALETTE_ASKED = "headroom:palette";

export function SearchButton() {
  const t = useTranslations("shell.palette");
  return (
    <button
      type="button"
      onClick={() => window.dispatchEvent(new Event(PALETTE_ASKED))}
      className="flex min-h-9 pointer-coarse:min-h-11 items-center gap-2.5 rounded-md border border-control px-2.5 py-1.5 text-left text-sm text-muted hover:bg-sunken"
    >
      <Search aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
      {t("search")}
      <kbd className="ml-auto hidden font-sans text-xs lg:inline">Ctrl K</kbd>
    </button>
  );
}
