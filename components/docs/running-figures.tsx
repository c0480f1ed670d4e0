import { KNOWN_COMMANDS } from "@/lib/cli/known-commands";
import { VARIABLES } from "@/lib/env/known-variables.mjs";
import { docWords } from "@/lib/i18n/documentation";
import type { FigureProps } from "./figure-props";
import { FigureTable } from "./figure-table";
import { Code, CodeLines, Prose } from "./prose";

/** Every variable that the start reads, with what stands when it is not set. */
export async function Configuration({ locale, title }: FigureProps) {
  const { words, variables } = await docWords(locale, "running");
  const says: Readonly<Record<string, string>> = variables;
  return (
    <FigureTable
      label={title}
      heads={[words.variable, words.meaning, words.standard]}
      rows={Object.entries(VARIABLES).map(([name, { standard, least, most }]) => ({
        key: name,
        cells: [
          <Code key="name" text={name} />,
          <Prose key="meaning" text={says[name] ?? ""} />,
          <span key="standard">
            {standard === null ? words.none : <Code text={standard} />}
            {least === undefined ? null : (
              <span className="block text-[0.8125rem] text-muted">
                {words.range.replace("{least}", String(least)).replace("{most}", String(most))}
              </span>
            )}
          </span>,
        ],
      }))}
    />
  );
}

export const BackupLines = () => (
  <CodeLines
    text={[KNOWN_COMMANDS.backup.example, KNOWN_COMMANDS.restore.example]
      .map((line) => line.replace(/^headroom/, "npm run -s headroom --"))
      .join("\n")}
  />
);
