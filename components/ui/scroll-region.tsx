"use client";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { classes } from "./classes";

const EDGE = "no-print pointer-events-none absolute inset-y-0 w-5 transition-opacity";

interface RegionProps {
  readonly label: string;
  readonly children: ReactNode;
  /** The first column stays where it is: what lies under it needs no shade. */
  readonly pinned?: boolean | undefined;
}

/**
 * What is too wide scrolls inside itself. A shade at the edge tells that there is more, and only then the region is a
 * stop for the keyboard. It is positioned, so that words for screen readers in far columns scroll with it instead of
 * widening the page.
 */
export function ScrollRegion({ label, children, pinned }: RegionProps) {
  const region = useRef<HTMLElement>(null);
  const [more, setMore] = useState<{ readonly left: boolean; readonly right: boolean } | null>(null);
  useEffect(() => {
    const box = region.current;
    if (!box) return;
    const look = () => {
      const left = box.scrollLeft > 1;
      const right = box.scrollLeft + box.clientWidth < box.scrollWidth - 1;
      setMore((was) => (was?.left === left && was.right === right ? was : { left, right }));
    };
    // It looks for the first time by itself, once all is laid out, and at what is folded when that is opened: asked here,
    // each of twenty tables would have the whole page laid out anew.
    const watch = new ResizeObserver(look);
    watch.observe(box);
    for (const child of box.children) watch.observe(child);
    box.addEventListener("scroll", look, { passive: true });
    return () => {
      watch.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, []);
  const scrolls = more === null || more.left || more.right;
  return (
    <div className="relative -mx-4 sm:mx-0">
      <section
        ref={region}
        aria-label={label}
        {...(scrolls && { tabIndex: 0 })}
        className="relative overflow-x-auto px-4 sm:px-0"
      >
        {children}
      </section>
      <span
        aria-hidden="true"
        className={classes(
          EDGE,
          "left-0 bg-linear-to-r from-shade to-transparent",
          (pinned || !more?.left) && "opacity-0",
        )}
      />
      <span
        aria-hidden="true"
        className={classes(EDGE, "right-0 bg-linear-to-l from-shade to-transparent", !more?.right && "opacity-0")}
      />
    </div>
  );
}
