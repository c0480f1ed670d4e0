"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import type { BriefDraft } from "@/lib/brief/schema";
import { saveDraft } from "@/lib/brief/server/actions";
import type { Failure } from "@/lib/errors";

const QUIET_MS = 1200;

export type SaveState =
  | { readonly kind: "saved"; readonly at: string | null }
  | { readonly kind: "unsaved" }
  | { readonly kind: "saving" }
  | { readonly kind: "failed"; readonly failure: Failure }
  /** Somebody, or another tab, saved meanwhile: both texts still exist. */
  | { readonly kind: "conflict"; readonly theirs: BriefDraft; readonly theirVersion: number };

interface Conflict {
  readonly version: number;
  readonly content: BriefDraft | null;
}

/**
 * Keeps a draft and saves it by itself a moment after the last change, one save at a time. Nothing typed is dropped: a
 * refused or lost save leaves the text in the form and says so; a later change tries again.
 */
export function useDraft(number: number, initial: BriefDraft, initialVersion: number, savedAt: string | null) {
  const [draft, setDraft] = useState(initial);
  const [state, setState] = useState<SaveState>({ kind: "saved", at: savedAt });
  const latest = useRef(initial);
  const version = useRef(initialVersion);
  const dirty = useRef(false);
  const running = useRef<Promise<boolean> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  const saveOnce = useCallback(async (): Promise<boolean> => {
    while (dirty.current) {
      dirty.current = false;
      setState({ kind: "saving" });
      const answer = await saveDraft({ number, version: version.current, content: latest.current }).catch(() => null);
      if (answer?.ok) {
        version.current = answer.data.version;
        setState(dirty.current ? { kind: "unsaved" } : { kind: "saved", at: answer.data.savedAt });
        continue;
      }
      dirty.current = true;
      const failure: Failure = answer?.error ?? { code: "BUSY" };
      const data = failure.data as Conflict | undefined;
      if (failure.code === "DRAFT_CHANGED" && data?.content)
        setState({ kind: "conflict", theirs: data.content, theirVersion: data.version });
      else setState({ kind: "failed", failure });
      return false;
    }
    return true;
  }, [number]);

  const flush = useCallback(async (): Promise<boolean> => {
    if (timer.current) clearTimeout(timer.current);
    if (running.current) await running.current;
    running.current = saveOnce().finally(() => {
      running.current = null;
    });
    return running.current;
  }, [saveOnce]);

  const change = useCallback(
    (next: BriefDraft) => {
      latest.current = next;
      dirty.current = true;
      setDraft(next);
      setState((s) => (s.kind === "conflict" ? s : { kind: "unsaved" }));
      if (timer.current) clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), QUIET_MS);
    },
    [flush],
  );

  /** After a conflict: take theirs, or write ours over theirs. */
  const settle = useCallback(
    (choice: "theirs" | "ours", conflict: { theirs: BriefDraft; theirVersion: number }) => {
      version.current = conflict.theirVersion;
      if (choice === "theirs") {
        latest.current = conflict.theirs;
        dirty.current = false;
        setDraft(conflict.theirs);
        setState({ kind: "saved", at: null });
      } else {
        dirty.current = true;
        void flush();
      }
    },
    [flush],
  );

  useEffect(() => {
    const warn = (e: BeforeUnloadEvent) => {
      if (dirty.current) e.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);

  return { draft, change, state, flush, settle, version: () => version.current };
}
