import { z } from "zod";
import { ALERT_KINDS, ALERT_SAID, type AlertKind, type AlertSaid, isChannelTarget } from "./kinds";

/** What an alert says, as facts; words are chosen when it is shown or sent, in the reader's language. */
export interface AlertFacts {
  /** Key of the sentence under `alerts.said`. */
  readonly said: AlertSaid;
  /** What the sentence names: references, names, amounts as text. */
  readonly values: Readonly<Record<string, string>>;
  /** Where to look, a path inside the application. */
  readonly path: string;
}

/** An alert about to be raised: its key makes it happen once, however often the same state is seen. */
export interface NewAlert {
  readonly key: string;
  readonly kind: AlertKind;
  readonly facts: AlertFacts;
}

export const alertFactsSchema = z.object({
  said: z.enum(ALERT_SAID),
  values: z.record(z.string(), z.string()),
  path: z.string(),
});

/** Alerts that somebody has looked at. */
export const seenAlertsSchema = z.strictObject({ ids: z.array(z.uuid()).min(1).max(100) });

export const newChannelSchema = z
  .object({
    kind: z.enum(["webhook", "email"]),
    target: z.string().trim().min(1).max(2000),
    alerts: z.array(z.enum(ALERT_KINDS)).min(1),
  })
  .refine((c) => isChannelTarget(c.kind, c.target), { path: ["target"], error: "no such address" });
export type NewChannel = z.output<typeof newChannelSchema>;
