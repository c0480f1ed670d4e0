/** The entry that already claims time that another one asks for: shown beside it. Amount as the bill states it. */
export interface Overlap {
  readonly month: string;
  readonly id: string;
  readonly description: string | null;
  readonly resource: string;
  readonly start: string;
  readonly end: string;
  readonly amount: string;
  readonly currency: string;
  /** The file it came from; null for one that was typed. */
  readonly file: string | null;
}

const TEXTS = ["month", "id", "resource", "start", "end", "amount", "currency"] as const;
const TEXTS_OR_NONE = ["description", "file"] as const;

/** What a refusal for overlap carries; null for any other. Read without the schema library, which the page would load. */
export function overlapIn(data: unknown): Overlap | null {
  const existing = fieldsOf(fieldsOf(data)?.existing);
  if (existing === null) return null;
  const whole =
    TEXTS.every((name) => typeof existing[name] === "string") &&
    TEXTS_OR_NONE.every((name) => existing[name] === null || typeof existing[name] === "string");
  return whole ? (existing as unknown as Overlap) : null;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
