"use client";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { ROOMS } from "./rooms";
import { PALETTE_ASKED } from "./search-button";

/** Loaded when first asked for: most visits never need them. */
const Palette = dynamic(() => import("./palette").then((m) => m.Palette), { ssr: false });
const KeyList = dynamic(() => import("./key-list").then((m) => m.KeyList), { ssr: false });

const STORED = "headroom.keys";
/** How long G waits for its letter. */
const WAIT_MS = 1500;

/** While somebody types, and inside dialogs and menus, a letter is a letter. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("input, textarea, select, [contenteditable], [role=dialog]") !== null
  );
}

function lettersAreOn(): boolean {
  try {
    return localStorage.getItem(STORED) !== "off";
  } catch {
    return true;
  }
}

/** The keys that work on every page: Ctrl/⌘ K, ?, N, and G with a room's letter. Stands once on a page. */
export function Keyboard() {
  const router = useRouter();
  const [open, setOpen] = useState<"palette" | "keys" | null>(null);
  const went = useRef(0);

  useEffect(() => {
    function onKey(e: KeyboardEvent) {
      if (e.key.toLowerCase() === "k" && (e.ctrlKey || e.metaKey) && !e.shiftKey && !e.altKey) {
        e.preventDefault();
        setOpen((now) => (now === "palette" ? null : "palette"));
        return;
      }
      if (e.ctrlKey || e.metaKey || e.altKey || e.repeat || isTyping(e.target) || !lettersAreOn()) return;
      if (e.key === "?") {
        e.preventDefault();
        setOpen("keys");
        return;
      }
      const letter = e.key.toUpperCase();
      if (Date.now() - went.current < WAIT_MS) {
        went.current = 0;
        const room = ROOMS.find((r) => r.letter === letter);
        if (room) {
          e.preventDefault();
          router.push(room.href);
        }
        return;
      }
      if (letter === "G") went.current = Date.now();
      if (letter === "N") {
        e.preventDefault();
        router.push("/briefs/new");
      }
    }
    const onAsked = () => setOpen("palette");
    window.addEventListener("keydown", onKey);
    window.addEventListener(PALETTE_ASKED, onAsked);
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener(PALETTE_ASKED, onAsked);
    };
  }, [router]);

  return (
    <>
      {open === "palette" ? <Palette onClose={() => setOpen(null)} onKeys={() => setOpen("keys")} /> : null}
      {open === "keys" ? (
        <KeyList
          lettersAreOn={lettersAreOn()}
          onLetters={(on) => {
            try {
              localStorage.setItem(STORED, on ? "on" : "off");
            } catch {
              // A browser that keeps nothing forgets the choice with the page; the keys stay as they were.
            }
          }}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}
