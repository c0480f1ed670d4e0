export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Text directly inside, trimmed, without that of the children. */
  readonly text: string;
  readonly children: readonly XmlElement[];
}

export interface XmlDocument {
  /** What was read until the end or the first fault; null when no element began. */
  readonly root: XmlElement | null;
  readonly wellFormed: boolean;
  readonly fault: string | null;
  /** System identifier of the document type; it is never fetched. */
  readonly doctype: string | null;
  /** Index after the root's end tag: what follows is not part of the document. */
  readonly end: number;
}

const MAX_DEPTH = 64;
const MAX_ELEMENTS = 400_000;
const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

interface Draft {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Draft[];
}

class XmlFault extends Error {}

/** Only the five named entities and character numbers: nothing is ever expanded from a declaration. */
function decoded(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|\w{1,32});?/g, (_, ref: string) => {
    const named = NAMED[ref];
    if (named !== undefined) return named;
    const point = ref.startsWith("#x")
      ? Number.parseInt(ref.slice(2), 16)
      : ref.startsWith("#")
        ? Number(ref.slice(1))
        : -1;
    if (point < 1 || point > 0x10ffff) throw new XmlFault(`entity &${ref}; is not expanded`);
    return String.fromCodePoint(point);
  });
}

const TAG_NAME = /[A-Za-z_][\w.:-]*/y;
const ATTRIBUTE = /\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;

class XmlReader {
  private at: number;
  private readonly stack: Draft[] = [];
  private elements = 0;
  root: Draft | null = null;
  doctype: string | null = null;
  done = false;

  constructor(
    private readonly source: string,
    from: number,
  ) {
    this.at = from;
  }

  get position(): number {
    return this.at;
  }

  run(): void {
    while (!this.done) {
      const next = this.source.indexOf("<", this.at);
      if (next < 0) throw new XmlFault("the document ends before its last element does");
      this.characters(this.source.slice(this.at, next));
      this.at = next;
      this.markup();
    }
  }

  private characters(text: string): void {
    const open = this.stack.at(-1);
    if (text.trim() === "") return;
    if (open) open.text += decoded(text);
    else if (this.root === null) throw new XmlFault("text before the first element");
  }

  private markup(): void {
    const { source, at } = this;
    if (source.startsWith("<!--", at)) this.skip("-->");
    else if (source.startsWith("<![CDATA[", at)) this.cdata();
    else if (source.startsWith("<?", at)) this.skip("?>");
    else if (source.startsWith("<!", at)) this.declaration();
    else if (source[at + 1] === "/") this.close();
    else this.open();
  }

  private skip(end: string): void {
    const found = this.source.indexOf(end, this.at);
    if (found < 0) throw new XmlFault("the document ends inside a remark");
    this.at = found + end.length;
  }

  private cdata(): void {
    const end = this.source.indexOf("]]>", this.at);
    const open = this.stack.at(-1);
    if (end < 0 || !open) throw new XmlFault("misplaced or unfinished character data");
    open.text += this.source.slice(this.at + 9, end);
    this.at = end + 3;
  }

  private declaration(): void {
    const end = this.source.indexOf(">", this.at);
    if (end < 0) throw new XmlFault("the document ends inside its declaration");
    const text = this.source.slice(this.at, end);
    if (text.includes("[") || !text.startsWith("<!DOCTYPE")) throw new XmlFault("declarations inside are not read");
    this.doctype = /SYSTEM\s+["']([^"']{0,200})["']/.exec(text)?.[1] ?? null;
    this.at = end + 1;
  }

  private open(): void {
    TAG_NAME.lastIndex = this.at + 1;
    const name = TAG_NAME.exec(this.source)?.[0];
    if (name === undefined) throw new XmlFault("a tag without a name");
    this.elements += 1;
    if (this.stack.length >= MAX_DEPTH || this.elements > MAX_ELEMENTS)
      throw new XmlFault("too deep or too many elements");
    const draft: Draft = { name, attributes: {}, text: "", children: [] };
    let at = this.at + 1 + name.length;
    for (;;) {
      ATTRIBUTE.lastIndex = at;
      const found = ATTRIBUTE.exec(this.source);
      if (!found) break;
      draft.attributes[found[1] ?? ""] = decoded(found[2] ?? found[3] ?? "");
      at += found[0].length;
    }
    while (/\s/.test(this.source[at] ?? "")) at += 1;
    const alone = this.source.startsWith("/>", at);
    if (!alone && this.source[at] !== ">") throw new XmlFault(`the tag ${name} does not end`);
    this.at = at + (alone ? 2 : 1);
    const parent = this.stack.at(-1);
    if (parent) parent.children.push(draft);
    else this.root = draft;
    if (!alone) this.stack.push(draft);
    else if (!parent) this.done = true;
  }

  private close(): void {
    const end = this.source.indexOf(">", this.at);
    const open = this.stack.pop();
    if (end < 0 || !open) throw new XmlFault("an end tag that ends nothing");
    const name = this.source.slice(this.at + 2, end).trim();
    if (name !== open.name) throw new XmlFault(`${name.slice(0, 40)} ends where ${open.name} is open`);
    this.at = end + 1;
    if (this.stack.length === 0) this.done = true;
  }
}

/**
 * Reads one XML document beginning at `from`. No document type is loaded, no entity is expanded, and depth and number
 * of elements are limited. Never throws: a fault is told, with what was read before it.
 */
export function readXml(source: string, from = 0): XmlDocument {
  const reader = new XmlReader(source, from);
  try {
    reader.run();
    return { root: reader.root, wellFormed: true, fault: null, doctype: reader.doctype, end: reader.position };
  } catch (error) {
    const fault = error instanceof XmlFault ? error.message : "the document cannot be read";
    return { root: reader.root, wellFormed: false, fault, doctype: reader.doctype, end: source.length };
  }
}

export const childOf = (element: XmlElement | null | undefined, name: string): XmlElement | null =>
  element?.children.find((c) => c.name === name) ?? null;

/** Trimmed text at a path of element names; null when one of them is not there. */
export function textAt(element: XmlElement | null, ...path: readonly string[]): string | null {
  let at: XmlElement | null = element;
  for (const name of path) at = childOf(at, name);
  return at === null ? null : at.text.trim();
}
