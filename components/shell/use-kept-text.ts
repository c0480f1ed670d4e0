"use client";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { offerUndo } from "./offer-undo";

type Texts = Readonly<Record<string, string>>;

const PREFIX = "headroom.kept.";

export interface KeptText<T extends Texts> {
  readonly values: T;
  readonly change: (part: Partial<T>) => void;
  /** What was typed before a reload or another page stands in the form again. */
  readonly restored: boolean;
  /** Begins anew from what the form started with; the texts can be brought back. */
  readonly startOver: () => void;
  /** The texts have arrived: nothing of them is kept. */
  readonly settle: () => void;
}

function kept(key: string): Texts | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? "null");
    if (typeof found !== "object" || found === null) return null;
    return Object.fromEntries(Object.entries(found).filter((e): e is [string, string] => typeof e[1] === "string"));
  } catch {
    return null;
  }
}

function keep(key: string, values: Texts | null): void {
  try {
    if (values === null) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(values));
  } catch {
    // A browser that stores nothing, or no more: the form itself still holds every text.
  }
}

/** Texts of a long form, kept in this tab until they are sent: a reload or a look at another page loses none. */
export function useKeptText<T extends Texts>(key: string, initial: T): KeptText<T> {
  const said = useTranslations("undo.said")("text");
  const [values, setValues] = useState(initial);
  const [restored, setRestored] = useState(false);
  const first = useRef(initial);

  // After the first paint, which must be the server's own.
  useEffect(() => {
    const found = kept(key);
    if (found === null) return;
    setValues((now) => ({ ...now, ...found }));
    setRestored(true);
  }, [key]);

  const change = useCallback(
    (part: Partial<T>) => {
      setValues((now) => {
        const next = { ...now, ...part };
        keep(key, next);
        return next;
      });
    },
    [key],
  );
  const settle = useCallback(() => keep(key, null), [key]);
  function startOver() {
    const lost = values;
    keep(key, null);
    setValues(first.current);
    setRestored(false);
    const undo = () => {
      keep(key, lost);
      setValues(lost);
      setRestored(true);
      return Promise.resolve({ ok: true as const, data: null });
    };
    offerUndo({ said, undo });
  }
  return { values, change, restored, startOver, settle };
}

/** Whoever comes next in this tab finds nothing of what was typed. */
export function forgetKeptText(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  } catch {
    // Nothing can be stored here, so nothing is.
  }
}
