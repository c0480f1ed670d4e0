import type { Tone } from "@/components/ui/badge";
import type { GateState } from "@/lib/acceptance/gates";
import type { State } from "@/lib/acceptance/names";
import type { ReviewStatus } from "@/lib/acceptance/status";

/** Unread, missing and unknown are amber; green is for what was shown and passed. */
export const STATE_TONES: Readonly<Record<State, Tone>> = {
  passed: "good",
  failed: "bad",
  "not-evidenced": "warn",
  "not-applicable": "neutral",
};
export const GATE_TONES: Readonly<Record<GateState, Tone>> = {
  closed: "neutral",
  open: "accent",
  passed: "good",
  failed: "bad",
};
export const STATUS_TONES: Readonly<Record<ReviewStatus, Tone>> = {
  open: "neutral",
  submitted: "accent",
  withdrawn: "neutral",
  "sent-back": "warn",
  signed: "good",
  voided: "bad",
};
