"use client";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import type { Result } from "@/lib/errors";
import { WriteButton } from "./write-button";

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
  return (
    <WriteButton run={run} label={`${children}: ${name}`} onDone={() => router.refresh()}>
      {children}
    </WriteButton>
  );
}
