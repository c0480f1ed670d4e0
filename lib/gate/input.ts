import type { z } from "zod";
import { storable } from "@/lib/digest/storable";
import { Refusal } from "@/lib/errors";

/**
 * Parses by the schema or refuses with every field that does not fit. Characters that no database text can hold (NUL, half
 * a surrogate pair) become the replacement character first: a pasted one must not cost the rest of what was typed.
 */
export function parseInput<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const parsed = schema.safeParse(storable(raw));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues
    .slice(0, 100)
    .map((i) => ({ path: i.path.map(String).join("."), code: i.code, message: i.message }));
  const first = fields[0];
  throw new Refusal("INVALID", { fields, message: first ? `${first.path || "input"}: ${first.message}` : "input" });
}
