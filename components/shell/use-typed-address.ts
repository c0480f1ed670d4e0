"use client";
import { debounce, parseAsString, throttle, useQueryStates } from "nuqs";
import { useEffect, useRef } from "react";

/** While one types, the address follows after a pause, so that Back goes to the last question and not to its letters. */
const PAUSE_MS = 500;

type TextParsers = ReturnType<typeof textParsers>;

/** Texts of an address by their names; one that is not there is empty. */
export function textParsers(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, parseAsString.withDefault("")]));
}

/**
 * What is typed on a page whose whole state lives in its address. Leaving a field writes what waits for the pause at once:
 * whoever follows a link within it would find the last change gone on coming back.
 */
export function useTypedAddress(parsers: TextParsers) {
  const [values, setValues] = useQueryStates(parsers, {
    history: "push",
    limitUrlUpdates: debounce(PAUSE_MS),
    scroll: false,
  });
  const waiting = useRef<Record<string, string>>({});
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const write = () => {
      if (Object.keys(waiting.current).length === 0) return;
      clearTimeout(pause.current);
      void setValues(waiting.current, { limitUrlUpdates: throttle(0) });
      waiting.current = {};
    };
    // Back and Forward go where the address was: what was still waiting is theirs to drop.
    const drop = () => {
      waiting.current = {};
    };
    document.addEventListener("focusout", write);
    window.addEventListener("popstate", drop);
    return () => {
      document.removeEventListener("focusout", write);
      window.removeEventListener("popstate", drop);
    };
  }, [setValues]);

  function change(next: Readonly<Record<string, string>>): void {
    waiting.current = { ...waiting.current, ...next };
    clearTimeout(pause.current);
    pause.current = setTimeout(() => {
      waiting.current = {};
    }, PAUSE_MS);
    void setValues(next);
  }

  return { values, change };
}
