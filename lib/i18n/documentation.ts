import type { Locale } from "./locales";

/** The pages of the documentation in reading order: their address is `/docs/<name>`, their words `docs/<locale>/<name>.json`. */
export const DOC_PAGES = [
  "start",
  "memory",
  "boundary",
  "acceptance",
  "evidence",
  "bills",
  "ledger",
  "command-line",
  "rest",
  "running",
] as const;
export type DocPage = (typeof DOC_PAGES)[number];

export const isDocPage = (name: string): name is DocPage => DOC_PAGES.some((page) => page === name);

/** A part of a page; its words may hold `code` and [links](/address). */
export interface DocSection {
  readonly id: string;
  readonly title: string;
  readonly text: readonly string[];
  readonly list?: readonly string[] | undefined;
}

interface DocText {
  readonly title: string;
  readonly about: string;
  readonly sections: readonly DocSection[];
}

/** The words of every page as English has them, by page; a test holds the other languages to the same shape. */
interface DocWords {
  readonly start: typeof import("./docs/en/start.json");
  readonly memory: typeof import("./docs/en/memory.json");
  readonly boundary: typeof import("./docs/en/boundary.json");
  readonly acceptance: typeof import("./docs/en/acceptance.json");
  readonly evidence: typeof import("./docs/en/evidence.json");
  readonly bills: typeof import("./docs/en/bills.json");
  readonly ledger: typeof import("./docs/en/ledger.json");
  readonly "command-line": typeof import("./docs/en/command-line.json");
  readonly rest: typeof import("./docs/en/rest.json");
  readonly running: typeof import("./docs/en/running.json");
}

/** Words of one page. They are no part of the messages that every page hands the browser. */
export async function docWords<P extends DocPage>(locale: Locale, page: P): Promise<DocWords[P]> {
  return (await import(`./docs/${locale}/${page}.json`)).default;
}

/** What every page has: its title, what it answers, its parts. */
export const docText = async (locale: Locale, page: DocPage): Promise<DocText> => docWords(locale, page);

/** Words of the frame around the pages. */
export type DocFrame = typeof import("./docs/en/frame.json");

export async function docFrame(locale: Locale): Promise<DocFrame> {
  return (await import(`./docs/${locale}/frame.json`)).default;
}

/** What a page is called and what it answers. */
export interface DocTitle {
  readonly page: DocPage;
  readonly title: string;
  readonly about: string;
}

export async function docTitles(locale: Locale): Promise<DocTitle[]> {
  return Promise.all(
    DOC_PAGES.map(async (page) => {
      const { title, about } = await docText(locale, page);
      return { page, title, about };
    }),
  );
}

/** A part of the documentation that holds what was looked for. */
export interface DocHit {
  readonly path: string;
  readonly title: string;
  readonly section: string;
}

const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Parts whose title or words hold every word of `text`, those that say it in their title first; at most `most`. */
export async function searchDocs(locale: Locale, text: string, most: number): Promise<DocHit[]> {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0 || words.every((word) => word.length < 3)) return [];
  const holds = (where: string) => words.every((word) => plain(where).includes(word));
  const named: DocHit[] = [];
  const inside: DocHit[] = [];
  for (const page of DOC_PAGES) {
    const { title, about, sections } = await docText(locale, page);
    const whole = { path: `/docs/${page}`, title, section: about };
    if (holds(`${title} ${about}`)) named.push(whole);
    for (const section of sections) {
      const hit = { path: `/docs/${page}#${section.id}`, title, section: section.title };
      if (holds(section.title)) named.push(hit);
      else if (holds([...section.text, ...(section.list ?? [])].join(" "))) inside.push(hit);
    }
  }
  return [...named, ...inside].slice(0, most);
}
