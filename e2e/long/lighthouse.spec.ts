import { chromium } from "@playwright/test";
import lighthouse, { desktopConfig } from "lighthouse";
import { expect, openSample, signIn, test } from "../fixtures/app";

const PAGES = ["/", "/estimate", "/home", "/briefs/BRF-1", "/plans/PLN-1", "/reviews/REV-1", "/ledger", "/costs"];
const LEAST = { performance: 95, accessibility: 100, "best-practices": 100 } as const;
type Category = keyof typeof LEAST;
const CATEGORIES = Object.keys(LEAST) as Category[];
/** Where the browser that Lighthouse drives listens. */
const DEBUG_PORT = 9333;

/** The scores of a page in percent, and what took points away. */
async function judged(url: string): Promise<{ scores: Record<Category, number>; lost: string[] }> {
  const flags = { port: DEBUG_PORT, onlyCategories: CATEGORIES, disableStorageReset: true, output: "json" as const };
  const run = await lighthouse(url, flags, desktopConfig);
  if (!run) throw new Error(`Lighthouse said nothing of ${url}`);
  const { categories, audits } = run.lhr;
  const scores = Object.fromEntries(
    CATEGORIES.map((c) => [c, Math.round((categories[c]?.score ?? 0) * 100)]),
  ) as Record<Category, number>;
  const lost = CATEGORIES.flatMap((c) => categories[c]?.auditRefs ?? [])
    .filter((ref) => ref.weight > 0 && (audits[ref.id]?.score ?? 1) < 0.9)
    .map((ref) => `${ref.id} (${audits[ref.id]?.displayValue ?? audits[ref.id]?.title})`);
  return { scores, lost };
}

test("Lighthouse gives the eight main pages 95 for performance and 100 for accessibility and best practices", async ({
  baseURL,
  owner,
}, info) => {
  test.setTimeout(600_000);
  const { launchOptions = {} } = info.project.use;
  const args = [...(launchOptions.args ?? []), `--remote-debugging-port=${DEBUG_PORT}`];
  const browser = await chromium.launchPersistentContext("", { ...launchOptions, args, ...(baseURL && { baseURL }) });
  const page = browser.pages()[0] ?? (await browser.newPage());
  await signIn(page, owner);
  await openSample(page);
  for (const address of PAGES) {
    const { scores, lost } = await judged(new URL(address, baseURL).href);
    console.log(`${address.padEnd(16)} ${CATEGORIES.map((c) => `${c} ${scores[c]}`).join(", ")}  ${lost.join(", ")}`);
    for (const c of CATEGORIES)
      expect.soft(scores[c], `${c} of ${address}: ${lost.join(", ")}`).toBeGreaterThanOrEqual(LEAST[c]);
  }
  await browser.close();
});
