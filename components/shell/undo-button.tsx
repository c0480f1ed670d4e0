"use client";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { Result } from "@/lib/errors";
import { useWrite } from "./use-write";

/** Undoes one thing of a page's own history, for as long as it can be undone. */
export function UndoButton({
  run,
  name,
  children,
}: {
  run: () => Promise<Result<unknown>>;
  /** Of what, where several stand below each other. */
  name: string;
  children: ReactNode;
}) {
  const router = useRouter();
  const { write, pending, error } = useWrite();
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button
        small
        tone="ghost"
        pending={pending}
        aria-label={`${children}: ${name}`}
        onClick={async () => {
          if ((await write(run)) !== undefined) router.refresh();
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
