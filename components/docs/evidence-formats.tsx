import { createFormatter } from "next-intl";
import { MAX_EVIDENCE_BYTES, MAX_EVIDENCE_LINES } from "@/lib/acceptance/evidence/limits";
import { EVIDENCE_FORMATS } from "@/lib/acceptance/evidence/read";
import { docWords } from "@/lib/i18n/documentation";
import { MIB } from "@/lib/units/bytes";
import { EVIDENCE_COMMANDS } from "./evidence-commands";
import type { FigureProps } from "./figure-props";
import { FigureTable } from "./figure-table";
import { Code } from "./prose";

/** Every reader there is; one without a command beside it is still listed. */
export async function EvidenceFormats({ locale, title }: FigureProps) {
  const { words } = await docWords(locale, "evidence");
  const format = createFormatter({ locale });
  const most = [
    words.bytes.replace("{mib}", format.number(MAX_EVIDENCE_BYTES / MIB)),
    words.lines.replace("{count}", format.number(MAX_EVIDENCE_LINES)),
  ].join(", ");
  return (
    <>
      <FigureTable
        long
        label={title}
        heads={[words.format, words.command]}
        rows={EVIDENCE_FORMATS.map((name) => ({
          key: name,
          cells: [name, EVIDENCE_COMMANDS[name] ? <Code key="command" text={EVIDENCE_COMMANDS[name]} /> : "–"],
        }))}
      />
      <p className="text-sm text-muted">
        {words.most}: {most}
      </p>
    </>
  );
}
