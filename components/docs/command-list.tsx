import { KNOWN_COMMANDS } from "@/lib/cli/known-commands";
import { docWords } from "@/lib/i18n/documentation";
import type { FigureProps } from "./figure-props";
import { CodeLines, CodeWords } from "./prose";

/** Each command as it is known to the command line itself; its line is run by a test. */
export async function CommandList({ locale }: FigureProps) {
  const { commands } = await docWords(locale, "command-line");
  const says: Readonly<Record<string, string>> = commands;
  return (
    <dl className="flex flex-col gap-5">
      {Object.entries(KNOWN_COMMANDS).map(([name, { usage, example }]) => (
        <div key={name} id={name} className="flex flex-col gap-1.5">
          <dt>
            <code className="break-words font-mono text-sm font-semibold">
              <CodeWords text={usage} />
            </code>
          </dt>
          <dd className="flex flex-col gap-1.5">
            <p>{says[name]}</p>
            <CodeLines text={example} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
