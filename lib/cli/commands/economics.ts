import { z } from "zod";
import { economics } from "@/lib/boundary/economics/economics";
import { economicsSchema } from "@/lib/boundary/economics/schema";
import type { Command } from "../command";
import { KNOWN_COMMANDS } from "../known-commands";
import { type ElementResult, runBatch, unusable } from "./batch";

function one(element: unknown): ElementResult {
  const parsed = economicsSchema.safeParse(element);
  if (parsed.success) return { output: economics(parsed.data), exitCode: 0 };
  const issue = parsed.error.issues[0];
  const extra = issue?.code === "unrecognized_keys" ? [issue.keys[0] ?? ""] : [];
  const path = [...(issue?.path ?? []), ...extra].map(String).join(".");
  const code = extra.length > 0 ? "UNKNOWN_FIELD" : "INVALID_FIELD";
  return unusable(code, path, issue?.message ?? "not an economics input");
}

/** `headroom economics`: one question of cost → break-even, the options side by side, formula and inputs. */
export const command: Command = {
  name: "economics",
  summary: KNOWN_COMMANDS.economics.summary,
  usage: KNOWN_COMMANDS.economics.usage,
  schema: () => z.toJSONSchema(economicsSchema, { io: "input", unrepresentable: "any" }),
  run: (input) => runBatch(input, one),
};
