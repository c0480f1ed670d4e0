import { z } from "zod";
import { bundleSchema, verifyBundle } from "@/lib/acceptance/bundle";
import { sha256Hex } from "@/lib/digest/sha256";
import type { Command } from "../command";
import { KNOWN_COMMANDS } from "../known-commands";
import { unusable } from "./batch";

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** `headroom verify BUNDLE.json [EVIDENCE FILE…]`: offline; files beside the bundle stand in for bytes left out of it. */
export const command: Command = {
  name: "verify",
  summary: KNOWN_COMMANDS.verify.summary,
  usage: KNOWN_COMMANDS.verify.usage,
  schema: () => z.toJSONSchema(bundleSchema, { io: "input", unrepresentable: "any" }),
  run: ({ files }) => {
    const [file, ...beside] = files;
    if (file === undefined) return unusable("USAGE", "", "name the bundle, or - for standard input");
    const value = parsed(file.bytes);
    if (value === undefined) return unusable("NOT_JSON", file.name, "the bundle is not JSON");
    const bundle = bundleSchema.safeParse(value);
    if (!bundle.success) {
      const issue = bundle.error.issues[0];
      return unusable("NOT_A_BUNDLE", issue?.path.map(String).join(".") ?? "", issue?.message ?? "not a bundle");
    }
    const output = verifyBundle(
      bundle.data,
      (base64) => sha256Hex(Buffer.from(base64, "base64")),
      beside.map((f) => sha256Hex(f.bytes)),
    );
    return { output, exitCode: output.holds ? 0 : 1 };
  },
};
