/** What one may want to hear of. Kept apart from the schemas, which the browser need not load. */
export const ALERT_KINDS = ["budget", "import", "review", "decision", "offer", "rental"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export const ALERT_SAID = [
  "budgetWarn",
  "budgetOver",
  "budgetForecast",
  "importFinished",
  "importRead",
  "importFailed",
  "reviewWaiting",
  "reviewSentBack",
  "reviewSigned",
  "signatureVoided",
  "offerEnding",
  "rentalEnding",
  "rentalOverdue",
] as const;
export type AlertSaid = (typeof ALERT_SAID)[number];

/** Whether a text can be the address of a channel: of the web, or for e-mail. */
export function isChannelTarget(kind: "webhook" | "email", text: string): boolean {
  if (kind === "email") return /^[^\s@]{1,64}@[^\s@]{1,250}\.[^\s@]{2,}$/.test(text);
  return /^https?:\/\/[^\s/?#]+/.test(text);
}
