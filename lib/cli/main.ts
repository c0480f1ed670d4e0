import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { parseArguments } from "./arguments";
import type { Command, CommandError, CommandResult } from "./command";
import { type CommandName, KNOWN_COMMANDS } from "./known-commands";

/** Commands are loaded when asked for: the start stays short whatever a reader or an importer brings along. */
const COMMANDS = {
  estimate: () => import("./commands/estimate"),
  sweep: () => import("./commands/sweep"),
  advise: () => import("./commands/advise"),
  economics: () => import("./commands/economics"),
  evidence: () => import("./commands/evidence"),
  judge: () => import("./commands/judge"),
  bill: () => import("./commands/bill"),
  verify: () => import("./commands/verify"),
  push: () => import("./commands/push"),
} satisfies Partial<Record<CommandName, () => Promise<{ command: Command }>>>;

const isLoaded = (name: string): name is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, name);

/** Commands whose first word says what they do, before the file. */
const WITH_VERB = new Set(["push"]);

/**
 * Runs `headroom <command> [FILE|-] [--option value]`: one JSON value to standard output, and the exit code 0 done,
 * 1 a verdict of does-not-fit or failed, 2 unusable input.
 */
export async function main(words: readonly string[]): Promise<number> {
  // A reader that has seen enough (`| head`) closes the pipe: that is no error of the command.
  process.stdout.on("error", (problem: NodeJS.ErrnoException) => process.exit(problem.code === "EPIPE" ? 0 : 2));
  const [name, ...rest] = words;
  if (name === undefined || name === "--help" || name === "help") {
    process.stdout.write(helpText());
    return name === undefined ? 2 : 0;
  }
  const { files: positional, options: given } = parseArguments(rest);
  const [kind] = WITH_VERB.has(name) ? positional : [];
  const files = kind === undefined ? positional : positional.slice(1);
  const options = kind === undefined ? given : { ...given, kind };
  const pretty = options.pretty === "true";
  if (!isLoaded(name)) {
    const known = Object.keys(KNOWN_COMMANDS).join(", ");
    print(failure("UNKNOWN_COMMAND", "", `no command ${name}; there are ${known}`), pretty);
    return 2;
  }
  const { command }: { command: Command } = await COMMANDS[name]();
  if (options.help === "true") {
    process.stdout.write(`${command.summary}\n\n${command.usage}\n`);
    return 0;
  }
  if (options.schema === "true") {
    print(command.schema(), pretty);
    return 0;
  }
  const result = await runCommand(command, files, options);
  print(result.output, pretty);
  return result.exitCode;
}

async function runCommand(
  command: Command,
  names: readonly string[],
  options: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const files: { name: string; bytes: Uint8Array }[] = [];
  const wanted = names.length === 0 && !process.stdin.isTTY ? ["-"] : names;
  for (const name of wanted) {
    try {
      files.push({ name, bytes: readFileSync(name === "-" ? 0 : name) });
    } catch (problem) {
      const why = problem instanceof Error ? problem.message : "unreadable";
      return { output: failure("UNREADABLE_FILE", name, why), exitCode: 2 };
    }
  }
  return command.run({ files, options, readFile: readStart });
}

function readStart(path: string, firstBytes?: number): Uint8Array {
  if (firstBytes === undefined) return readFileSync(path);
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(firstBytes);
    return bytes.subarray(0, readSync(file, bytes, 0, firstBytes, 0));
  } finally {
    closeSync(file);
  }
}

const failure = (code: string, path: string, message: string): CommandError => ({ error: { code, path, message } });

function print(value: unknown, pretty: boolean): void {
  process.stdout.write(`${JSON.stringify(value, null, pretty ? 2 : undefined)}\n`);
}

function helpText(): string {
  const all = Object.entries(KNOWN_COMMANDS);
  const width = Math.max(...all.map(([name]) => name.length));
  const rows = all.map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    "headroom <command> [FILE|-] [--option value] [--pretty] [--schema]",
    "",
    ...rows,
    "",
    "One JSON value in, one out. Exit 0 done; 1 does not fit or failed; 2 unusable input.",
    "",
  ].join("\n");
}
