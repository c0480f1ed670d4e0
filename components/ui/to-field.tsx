"use client";
import type { ReactNode } from "react";
import { classes } from "./classes";

interface ToFieldProps {
  readonly id: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * A link to a field of this page. It goes there without a step in the history: on a page whose address follows the typing
 * after a pause, a step taken within that pause would bring back what the address held before.
 */
export function ToField({ id, className, children }: ToFieldProps) {
  return (
    <a
      className={classes("text-accent underline underline-offset-2", className)}
      href={`#${id}`}
      onClick={(event) => {
        const field = document.getElementById(id);
        if (field === null || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        field.closest<HTMLDetailsElement>("details:not([open])")?.setAttribute("open", "");
        field.focus();
        field.scrollIntoView({ block: "nearest" });
      }}
    >
      {children}
    </a>
  );
}
