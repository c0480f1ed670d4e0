"use client";
import { useRouter } from "next/navigation";
import { useEffect, useTransition } from "react";

const LOOK_EVERY_MS = 20_000;

/** Shows pages that came in meanwhile: the review is read again while it stands open and in view. */
export function LookAgain() {
  const router = useRouter();
  const [looking, look] = useTransition();
  // A look that is still on its way is not broken off by the next one.
  useEffect(() => {
    if (looking) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") look(() => router.refresh());
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [looking, router]);
  return null;
}
