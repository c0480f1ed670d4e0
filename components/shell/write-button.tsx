"use client";
import type { ReactNode } from "react";
import { Button, type ButtonTone } from "@/components/ui/button";
import type { Result } from "@/lib/errors";
import { useWrite } from "./use-write";

/** A button that writes once at a press, with what hindered it in words beside it. */
export function WriteButton<T>({
  run,
  onDone,
  label,
  tone = "ghost",
  small = true,
  children,
}: {
  run: () => Promise<Result<T>>;
  onDone: (data: T) => void;
  /** Its whole name, where the word on it stands several times on a page. */
  label?: string;
  tone?: ButtonTone;
  small?: boolean;
  children: ReactNode;
}) {
  const { write, pending, error } = useWrite();
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button
        small={small}
        tone={tone}
        pending={pending}
        aria-label={label}
        onClick={async () => {
          const data = await write(run);
          if (data !== undefined) onDone(data);
        }}
      >
        {children}
      </Button>
      {error ? (
        <span role="alert" className="text-sm text-bad">
          {error}
        </span>
      ) : null}
    </span>
  );
}
