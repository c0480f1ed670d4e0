/** What was typed after the command's name. */
export interface ParsedArguments {
  readonly files: readonly string[];
  readonly options: Readonly<Record<string, string>>;
}

/** Flags that never take a value, so that a file may follow them. */
const FLAGS = new Set(["pretty", "schema", "help", "version", "json"]);

/** Splits words into positional arguments and `--name value`, `--name=value`, `--flag`. A lone `-` is a file. */
export function parseArguments(words: readonly string[]): ParsedArguments {
  const files: string[] = [];
  const options: Record<string, string> = {};
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    if (!word.startsWith("--") || word === "--") {
      if (word !== "--") files.push(word);
      continue;
    }
    const [name = "", inline] = splitOnce(word.slice(2));
    const next = words[i + 1];
    if (inline !== undefined) options[name] = inline;
    else if (FLAGS.has(name) || next === undefined || next.startsWith("--")) options[name] = "true";
    else {
      options[name] = next;
      i++;
    }
  }
  return { files, options };
}

function splitOnce(text: string): [string, string | undefined] {
  const at = text.indexOf("=");
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
