"use client";
import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";

/** How far below the window a chart is fetched: it is there when one comes to it. */
const AHEAD = "200px";
/** Milliseconds after which one is drawn that nobody has come to: the page has long been of use then. */
const AT_LEISURE = 2500;

/** Keeps the place of a chart and draws it when one comes near, else at leisure. On paper its table stands alone. */
export function WhenSeen({ height, children }: { readonly height: number; readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((e) => e.isIntersecting)) setSeen(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    const leisure = setTimeout(() => startTransition(() => setSeen(true)), AT_LEISURE);
    return () => {
      observer.disconnect();
      clearTimeout(leisure);
    };
  }, []);
  return (
    <div ref={place} className="no-print" style={{ minHeight: height }}>
      {seen ? children : null}
    </div>
  );
}
