"use client";
import { type ReactNode, useEffect, useRef, useState } from "react";

/** How far below the window a chart is fetched: it is there when one comes to it. */
const AHEAD = "200px";

/**
 * Keeps the place of a chart and draws it when one comes near: who does not scroll there does not load it. On
 * paper its table stands alone.
 */
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
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className="no-print" style={{ minHeight: height }}>
      {seen ? children : null}
    </div>
  );
}
