"use client";
import { type RefObject, useEffect, useRef, useState } from "react";

/** How far beyond the window something still counts as near. */
const MARGIN = "1500px";

/** Whether an element is in the window or not far from it; `before` holds until the browser has looked. */
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
    return () => watch.disconnect();
  }, []);
  return [element, near];
}
