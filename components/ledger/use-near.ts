"use client";
import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** How far beyond the window something still counts as near. */
const MARGIN = "1500px";

/**
 * Whether an element is in the window or not far from it; `before` holds until the browser has looked, and for a sheet
 * of paper, which has no window.
 */
export function useNear<T extends Element>(before = false): readonly [RefObject<T | null>, boolean] {
  const element = useRef<T | null>(null);
  const [near, setNear] = useState(before);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const watch = new IntersectionObserver(
      (seen) => {
        const last = seen.at(-1);
        if (last) setNear(last.isIntersecting);
      },
      { rootMargin: MARGIN },
    );
    watch.observe(current);
    const onPaper = () => flushSync(() => setNear((now) => now || before));
    const onScreen = () => {
      watch.unobserve(current);
      watch.observe(current);
    };
    window.addEventListener("beforeprint", onPaper);
    window.addEventListener("afterprint", onScreen);
    return () => {
      watch.disconnect();
      window.removeEventListener("beforeprint", onPaper);
      window.removeEventListener("afterprint", onScreen);
    };
  }, [before]);
  return [element, near];
}
