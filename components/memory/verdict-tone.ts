import type { Tone } from "@/components/ui/badge";
import type { Verdict } from "@/lib/memory/answer";

export const VERDICT_TONE: Readonly<Record<Verdict, Tone>> = {
  fits: "good",
  tight: "warn",
  "does-not-fit": "bad",
  "not-estimable": "neutral",
};
