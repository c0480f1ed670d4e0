import { z } from "zod";

export const ALERT_KINDS = ["budget", "import", "review", "decision", "offer", "rental"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** What an alert says, as facts; words are chosen when it is shown or sent, in the reader's language. */
export interface AlertFacts {
  /** Key of the sentence under `alerts.said`. */
  readonly said: AlertSaid;
  /** What the sentence names: references, names, amounts as text. */
  readonly values: Readonly<Record<string, string>>;
  /** Where to look, a path inside the application. */
  readonly path: string;
}

export const ALERT_SAID = [
  "budgetWarn",
  "budgetOver",
  "budgetForecast",
  "importFinished",
  "reviewWaiting",
  "reviewSentBack",
  "reviewSigned",
  "signatureVoided",
  "offerEnding",
  "rentalEnding",
  "rentalOverdue",
] as const;
export type AlertSaid = (typeof ALERT_SAID)[number];

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

export const newChannelSchema = z
  .object({
    kind: z.enum(["webhook", "email"]),
    target: z.string().trim().min(1).max(2000),
    alerts: z.array(z.enum(ALERT_KINDS)).min(1),
  })
  .superRefine((c, ctx) => {
    if (c.kind === "email" ? z.email().safeParse(c.target).success : isWebAddress(c.target)) return;
    ctx.addIssue({
      code: "custom",
      path: ["target"],
      message: c.kind === "email" ? "not an e-mail address" : "not an https:// address",
    });
  });
export type NewChannel = z.output<typeof newChannelSchema>;

function isWebAddress(text: string): boolean {
  const found = z.url({ protocol: /^https?$/ }).safeParse(text);
  return found.success;
}
