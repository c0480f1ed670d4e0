import { LINE_WORDS } from "./line-words";
import { REASON_WORDS } from "./reason-words";

/** Every code that an estimate speaks in, with its English words. */
export const WORDS = { ...LINE_WORDS, ...REASON_WORDS } as const;
export type WordCode = keyof typeof WORDS;

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** What is put into the places of a code's words. A name that ends in `Gib` is shown with two decimals. */
export type Put = string | number | Word;
export type WordParams<Code extends WordCode> = { readonly [Name in Names<(typeof WORDS)[Code]>]: Put };

/** One thing said: a code out of the closed list and what is put in. Readers get it in their language. */
export interface Word {
  readonly code: WordCode;
  readonly params: Readonly<Record<string, Put>>;
}

type Rest<Code extends WordCode> = keyof WordParams<Code> extends never ? [] : [params: WordParams<Code>];

/** A code with what its words need put in. */
export function word<Code extends WordCode>(code: Code, ...[params]: Rest<Code>): Word {
  return params === undefined ? (BARE.get(code) ?? bare(code)) : { code, params };
}

const BARE = new Map<WordCode, Word>();

function bare(code: WordCode): Word {
  const made: Word = { code, params: {} };
  BARE.set(code, made);
  return made;
}

/** A name, or a formula of symbols alone: the same in every language. */
export const asWritten = (text: string): Word => word("what.as-written", { text });

/** The words in English, as the command line and the REST interface give them. */
export function english({ code, params }: Word): string {
  const text = WORDS[code];
  if (!text.includes("{")) return text;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => shown(name, params[name]));
}

function shown(name: string, put: Put | undefined): string {
  if (typeof put === "object") return english(put);
  return typeof put === "number" && name.endsWith("Gib") ? put.toFixed(2) : String(put);
}
