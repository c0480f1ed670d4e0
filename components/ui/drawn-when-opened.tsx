"use client";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Disclosure } from "./disclosure";

/**
 * A form that stands folded among many: drawn when it is first opened, so that a page does not carry twenty of them for
 * the one that is used. It stays drawn, and what was typed stays in it, when it is folded again. For what has no use
 * without scripts and is not read on paper; anything to read is folded by a Disclosure, where it can be found and printed.
 */
export function DrawnWhenOpened({
  summary,
  open = false,
  children,
}: {
  readonly summary: ReactNode;
  /** Whether it stands open from the start. */
  readonly open?: boolean;
  readonly children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  const [drawn, setDrawn] = useState(open);
  // It may have been opened before scripts took over.
  useEffect(() => setDrawn(details.current?.open ?? false), []);
  return (
    <Disclosure
      ref={details}
      open={open}
      summary={summary}
      onToggle={(e) => {
        if (e.currentTarget.open) setDrawn(true);
      }}
    >
      {drawn ? children : null}
    </Disclosure>
  );
}
