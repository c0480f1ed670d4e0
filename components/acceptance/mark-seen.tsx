"use client";
import { useEffect } from "react";
import { markSeen } from "@/lib/acceptance/server/actions";

/** Notes that this person has the record behind the page before them; nothing is shown for it, nor lost without it. */
export function MarkSeen({ number, digest }: { number: number; digest: string }) {
  useEffect(() => {
    markSeen({ number, digest }).catch(() => undefined);
  }, [number, digest]);
  return null;
}
