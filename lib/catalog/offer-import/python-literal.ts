export type Literal = null | boolean | number | string | readonly Literal[] | { readonly [key: string]: Literal };

const TOKEN =
  /\s*(?:(['"])((?:\\.|(?!\1)[^\\])*)\1|(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)|(None|True|False)|([[\]{}(),:]))/y;
const WORDS: Readonly<Record<string, Literal>> = { None: null, True: true, False: false };
const DEEPEST = 20;

type Token = { readonly value: Literal } | { readonly mark: string };

/** A Python literal (`{'Gpus': [{'Count': 8.0}], 'Spot': None}`) as plain values; undefined for anything else. */
export function pythonLiteral(text: string): Literal | undefined {
  const tokens = tokensOf(text);
  if (tokens === null) return undefined;
  const reader = new Reader(tokens);
  const value = reader.value(0);
  return reader.done ? value : undefined;
}

function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const found = TOKEN.exec(text);
    if (found === null) return null;
    const [, quote, body, number, word, mark] = found;
    if (mark !== undefined) tokens.push({ mark });
    else if (quote !== undefined) tokens.push({ value: (body ?? "").replace(/\\(.)/g, "$1") });
    else tokens.push({ value: number === undefined ? (WORDS[word ?? ""] ?? null) : Number(number) });
  }
  return tokens;
}

class Reader {
  private at = 0;
  private failed = false;
  constructor(private readonly tokens: readonly Token[]) {}

  get done(): boolean {
    return !this.failed && this.at === this.tokens.length;
  }

  value(depth: number): Literal | undefined {
    const token = this.tokens[this.at];
    this.at += 1;
    if (token === undefined || depth > DEEPEST) return this.fail();
    if ("value" in token) return token.value;
    if (token.mark === "{") return this.dictionary(depth);
    if (token.mark === "[") return this.list("]", depth);
    if (token.mark === "(") return this.list(")", depth);
    return this.fail();
  }

  private list(close: string, depth: number): Literal | undefined {
    const items: Literal[] = [];
    while (!this.take(close)) {
      const item = this.value(depth + 1);
      if (item === undefined || !(this.take(",") || this.sees(close))) return this.fail();
      items.push(item);
    }
    return items;
  }

  private dictionary(depth: number): Literal | undefined {
    const entries: [string, Literal][] = [];
    while (!this.take("}")) {
      const key = this.value(depth + 1);
      const value = this.take(":") ? this.value(depth + 1) : undefined;
      if (typeof key !== "string" || value === undefined || !(this.take(",") || this.sees("}"))) return this.fail();
      entries.push([key, value]);
    }
    return Object.fromEntries(entries);
  }

  private sees(mark: string): boolean {
    const token = this.tokens[this.at];
    return token !== undefined && "mark" in token && token.mark === mark;
  }

  private take(mark: string): boolean {
    if (!this.sees(mark)) return false;
    this.at += 1;
    return true;
  }

  private fail(): undefined {
    this.failed = true;
    return undefined;
  }
}
