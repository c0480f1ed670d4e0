import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { NAMESPACES } from "@/lib/i18n/namespaces";
import { type SaidWords, saidWords } from "./said-words";

const ENDINGS = ["", ".ts", ".tsx", ".mjs", ".js"];
const NAMESPACE: ReadonlySet<string> = new Set(NAMESPACES);

/** The first two steps of a path: fine enough to leave out most of what is not said, and few enough to be listed. */
const short = (key: string): string => key.split(".").filter(Boolean).slice(0, 2).join(".");

/** Sorted, once each, and none that stands inside another of them. */
export function withoutInner(paths: readonly string[]): string[] {
  const all = new Set(paths);
  return [...all].filter((p) => !p.includes(".") || !all.has(p.split(".")[0] ?? "")).sort();
}

/** The words that the browser's parts of each page of a tree ask for, read from the imports. */
export class ClientWords {
  readonly #files = new Map<string, SaidWords>();
  readonly #made = new Map<string, readonly string[]>();
  readonly #root: string;
  readonly #messages: object;

  constructor(root: string, messages: object) {
    this.#root = root;
    this.#messages = messages;
  }

  /** Paths of words, no deeper than two steps and none inside another, that `file` needs in the browser. */
  needed(file: string): string[] {
    return withoutInner([...this.#reached(file)].flatMap((at) => this.#keysOf(at)).flatMap((key) => this.#part(key)));
  }

  /** Parts that the file hands the browser itself. */
  given(file: string): readonly string[] {
    return this.#file(file).given;
  }

  /** Files that a file brings along, by name where they are imported by one. */
  #imports(file: string): { name: string | null; file: string }[] {
    return this.#file(file).imports.flatMap(({ name, from }) => {
      const to = this.#resolved(file, from);
      return to ? [{ name, file: to }] : [];
    });
  }

  /** Files that run in the browser when `entry` is shown: what a "use client" file brings along, but no action. */
  #reached(entry: string): Set<string> {
    const inBrowser = new Set<string>();
    const seen = new Set<string>();
    const go = (file: string, browser: boolean) => {
      const { place } = this.#file(file);
      const here = browser || place === "browser";
      if ((browser && place === "server") || seen.has(`${file} ${here}`)) return;
      seen.add(`${file} ${here}`);
      if (here) inBrowser.add(file);
      for (const next of this.#imports(file)) go(next.file, here);
    };
    go(entry, false);
    return inBrowser;
  }

  #keysOf(file: string): string[] {
    const { asked, asksByValue, properties, handsTo } = this.#file(file);
    const here = asksByValue ? this.#whole(file) : [];
    return [...asked, ...here, ...properties.flatMap((p) => this.#madeFor(p)), ...this.#askedThere(file, handsTo)];
  }

  /** Whole keys in the files of these functions, which got a translator of all words, and where they hand it on. */
  #askedThere(file: string, functions: readonly string[], seen = new Set<string>()): string[] {
    return functions.flatMap((name) => {
      const there = this.#imports(file).find((i) => i.name === name)?.file ?? file;
      if (seen.has(there)) return [];
      seen.add(there);
      return [...this.#whole(there), ...this.#askedThere(there, this.#file(there).handsOn, seen)];
    });
  }

  /** Texts of a file that are whole keys: a namespace and more. */
  #whole(file: string): string[] {
    return this.#file(file).texts.filter((text) => {
      const [namespace = "", ...rest] = text.split(".").filter(Boolean);
      return NAMESPACE.has(namespace) && rest.length > 0 && this.#at(text) !== undefined;
    });
  }

  /** Whole keys that files of `lib` put into a property: `labelKey: \`brief.fields.${path}.label\``. */
  #madeFor(property: string): readonly string[] {
    const known = this.#made.get(property);
    if (known) return known;
    if (!property.endsWith("Key")) throw new Error(`a property that holds a key is named …Key, not ${property}`);
    const found = readdirSync(path.join(this.#root, "lib"), { recursive: true, encoding: "utf8" })
      .filter((f) => f.endsWith(".ts") && !f.endsWith(".test.ts") && !f.includes("generated"))
      .map((f) => readFileSync(path.join(this.#root, "lib", f), "utf8"))
      .flatMap((text) => [...text.matchAll(new RegExp(`\\b${property}: [\`"]([\\w.-]+)`, "g"))].map((m) => m[1] ?? ""));
    if (found.length === 0) throw new Error(`no file of lib makes a ${property}`);
    this.#made.set(property, found);
    return found;
  }

  /** What stands at a key, as far as the key is written. */
  #at(key: string): unknown {
    const steps = key.split(".").filter(Boolean);
    return steps.reduce<unknown>((here, step) => (here as Record<string, unknown> | undefined)?.[step], this.#messages);
  }

  /**
   * The part that is handed over for a key: a namespace whose texts stand at its top is handed over whole. None where
   * one name speaks two namespaces in a file, and this key is of the other.
   */
  #part(key: string): string[] {
    const part = short(key);
    const there = this.#at(part);
    return there === undefined ? [] : [typeof there === "string" ? (part.split(".")[0] ?? "") : part];
  }

  #file(file: string): SaidWords {
    const known = this.#files.get(file);
    if (known) return known;
    const read = saidWords(file, readFileSync(file, "utf8"));
    this.#files.set(file, read);
    return read;
  }

  /** The file of the product that an import means; null for packages, data, styles and what is generated. */
  #resolved(from: string, name: string): string | null {
    if (!name.startsWith("@/") && !name.startsWith(".")) return null;
    const base = name.startsWith("@/") ? path.join(this.#root, name.slice(2)) : path.resolve(path.dirname(from), name);
    const file = ENDINGS.map((e) => base + e).find((f) => existsSync(f) && statSync(f).isFile());
    if (!file) throw new Error(`${from} imports ${name}, which is not there`);
    return /\.(?:json|css)$/.test(file) || file.includes(`${path.sep}generated${path.sep}`) ? null : file;
  }
}
