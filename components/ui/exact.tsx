"use client";
import { type ReactNode, useState } from "react";

/**
 * A number that is shown rounded: pointing at it, touching it or reaching it by keyboard gives it to its last digit, in a
 * note that Escape takes away. Never inside a link or a button: there the place that they lead to has all digits.
 */
export function Exact({ exact, children }: { exact: string; children: ReactNode }) {
  const [dismissed, setDismissed] = useState(false);
  return (
    <button
      type="button"
      className="exact"
      data-exact={dismissed ? undefined : exact}
      onKeyDown={(e) => {
        if (e.key === "Escape") setDismissed(true);
      }}
      onPointerEnter={() => setDismissed(false)}
      onBlur={() => setDismissed(false)}
    >
      {children}
      <span className="sr-only">{` (${exact})`}</span>
    </button>
  );
}
