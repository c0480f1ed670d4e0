import { EVIDENCE_FORMATS, readEvidence } from "@/lib/acceptance/evidence/read";
import type { Command } from "../command";
import { KNOWN_COMMANDS } from "../known-commands";

/** `headroom evidence FILE [--format F]`: what a tool printed → its facts, the lines not read, and whether it is whole. */
export const command: Command = {
  name: "evidence",
  summary: KNOWN_COMMANDS.evidence.summary,
  usage: `${KNOWN_COMMANDS.evidence.usage}\n\nFORMAT is one of ${EVIDENCE_FORMATS.join(", ")}.`,
  schema: () => null,
  run: ({ files, options }) => {
    const [file] = files;
    if (file === undefined || files.length > 1) {
      const message = file === undefined ? "name one file, or - for standard input" : "one file at a time";
      return { output: { format: null, error: { code: "USAGE", path: "", message } }, exitCode: 2 };
    }
    const output = readEvidence(file.bytes, options.format);
    return { output, exitCode: output.format === null ? 2 : 0 };
  },
};
