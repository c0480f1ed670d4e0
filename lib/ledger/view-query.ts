/** Pages whose address can be kept under a name, with what of their address is kept: what is shown, not where one is in it. */
const KEPT = {
  ledger: ["month", "component", "brief", "import", "q", "by", "is"],
  costs: ["brief", "month", "from", "to", "basis", "by", "in"],
} as const;

/** Characters of one value of an address that are read and kept: names of teams and regions can be long. */
export const MOST_KEPT = 1000;

/** Characters of a kept address. */
export const MOST_QUERY = 2000;

export const VIEW_PAGES = ["ledger", "costs"] as const;
export type ViewPage = (typeof VIEW_PAGES)[number];

/** The one thing of the web platform that browsers and Node share and that plain TypeScript does not declare. */
declare const URLSearchParams: {
  new (
    query?: string,
  ): { get(name: string): string | null; set(name: string, value: string): void; toString(): string };
};

/** The kept part of a page's query in one order, so that equal views are equal texts; empty for a page without filters. */
export function viewQuery(page: ViewPage, query: string): string {
  const given = new URLSearchParams(query);
  const kept = new URLSearchParams();
  for (const name of KEPT[page]) {
    const value = given.get(name)?.slice(0, MOST_KEPT);
    if (value) kept.set(name, value);
  }
  return kept.toString();
}
