"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { UNDO_OFFERED, type UndoOffer } from "./offer-undo";
import { useWrite } from "./use-write";

const SHOWN_MS = 10_000;
const FOCUS_KEY = "F8";

interface Said {
  readonly offer: UndoOffer;
  readonly undone: boolean;
}

/** The offer that was made last; a later one takes its place, and the undo of the earlier still stands on its page. */
function useLastOffer() {
  const [said, setSaid] = useState<Said | null>(null);
  useEffect(() => {
    const onOffered = (e: Event) => setSaid({ offer: (e as CustomEvent<UndoOffer>).detail, undone: false });
    window.addEventListener(UNDO_OFFERED, onOffered);
    return () => window.removeEventListener(UNDO_OFFERED, onOffered);
  }, []);
  return [said, setSaid] as const;
}

/** Ten seconds for each thing that is said; they stand still while it is held. */
function useTenSeconds(said: Said | null, held: boolean, onOver: () => void) {
  const leftMs = useRef(SHOWN_MS);
  const over = useRef(onOver);
  over.current = onOver;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said anew has its own ten seconds
  useEffect(() => {
    leftMs.current = SHOWN_MS;
  }, [said]);
  useEffect(() => {
    if (said === null || held) return;
    const since = performance.now();
    const timer = setTimeout(() => over.current(), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current = Math.max(0, leftMs.current - (performance.now() - since));
    };
  }, [said, held]);
}

/**
 * What was just done, with its undo, for ten seconds: time stands still while somebody points at it or is in it. It stands
 * after the page in the order of the keys, F8 leads to it and Escape closes it. Stands once on a page.
 */
export function UndoToast() {
  const t = useTranslations("undo");
  const router = useRouter();
  const { write, pending, error, clear } = useWrite();
  const [said, setSaid] = useLastOffer();
  const [held, setHeld] = useState(false);
  const box = useRef<HTMLElement>(null);
  const before = useRef<HTMLElement | null>(null);
  const offer = said?.offer ?? null;
  // A refusal is read, however long it takes: it is closed by hand.
  useTenSeconds(said, held || pending || error !== null, () => setSaid(null));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each offer begins anew, whatever the last one came to
  useEffect(() => {
    setHeld(false);
    clear();
  }, [offer]);

  useEffect(() => {
    if (offer === null) return;
    const onKey = (e: KeyboardEvent) => {
      const inside = isInside();
      if (e.key === FOCUS_KEY && !inside) {
        e.preventDefault();
        before.current = document.activeElement as HTMLElement | null;
        box.current?.querySelector("button")?.focus();
      }
      const elsewhere = e.target instanceof HTMLElement && e.target.closest("input, textarea, select, [role=dialog]");
      if (e.key === "Escape" && (inside || !elsewhere)) close();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });

  const isInside = (): boolean => box.current?.contains(document.activeElement) ?? false;

  /** Whoever was in it goes on where they were, or at the page, and never at the end of everything. */
  function leave() {
    const there = before.current !== document.body && before.current?.isConnected === true;
    (there ? before.current : document.getElementById("main"))?.focus({ preventScroll: true });
    before.current = null;
  }

  function close() {
    if (isInside()) leave();
    setSaid(null);
  }

  async function run(made: UndoOffer) {
    // The button is at rest while it works, and a button at rest loses the focus.
    const inside = isInside();
    if ((await write(made.undo)) === undefined) return;
    if (inside) leave();
    setHeld(box.current?.matches(":hover") ?? false);
    setSaid({ offer: made, undone: true });
    if (made.back) router.push(made.back);
    else router.refresh();
  }

  return (
    <section
      ref={box}
      aria-label={offer ? t("title") : undefined}
      className={offer ? TOAST : "sr-only"}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(isInside())}
      onFocus={() => setHeld(true)}
      onBlur={(e) => setHeld(e.currentTarget.contains(e.relatedTarget) || e.currentTarget.matches(":hover"))}
    >
      {/* Always there: a region that comes with its words is not read out. */}
      <p role="status" className="min-w-0 flex-1 basis-56 break-words">
        {said ? (error ?? (said.undone ? t("undone") : said.offer.said)) : ""}
      </p>
      {said ? (
        <span className="flex items-center gap-2">
          {said.undone || error ? null : (
            <Button small pending={pending} aria-keyshortcuts={FOCUS_KEY} onClick={() => void run(said.offer)}>
              {t("undo")}
            </Button>
          )}
          <Button small tone="ghost" onClick={close}>
            {t("close")}
          </Button>
        </span>
      ) : null}
    </section>
  );
}

const TOAST =
  "no-print fixed inset-x-3 bottom-3 z-50 mx-auto flex max-w-xl flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-control bg-surface px-4 py-3 text-sm text-ink shadow-xl";
