"use client";
import { useEffect } from "react";

/** Says on the page itself that scripts have taken over: a click before that would be lost. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.ready = "yes";
  }, []);
  return null;
}
