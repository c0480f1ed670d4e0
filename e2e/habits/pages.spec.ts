import type { Page } from "@playwright/test";
import { SIGNED_IN } from "../fixtures/addresses";
import { expect, open, openSample, ready, signIn, test } from "../fixtures/app";
import { axe } from "../fixtures/axe";
import { frameworkBytes, scriptBytes, shifted } from "../fixtures/weight";

interface Look {
  /** All of axe, or nothing of it. */
  readonly rules: "all" | null;
  readonly weighed: boolean;
}

/** Pages with charts or with the estimator, which runs in the browser, may weigh more. */
const HEAVIER = ["/briefs/BRF-1/edit", "/estimate", "/costs", "/sweep", "/compare", "/reviews/REV-"];
const ALONE_BYTES = 90_000;
const HEAVIER_BYTES = 220_000;

/** Compressed scripts beyond those of an empty page, and nothing that moves by itself while the page loads. */
async function weigh(page: Page, address: string): Promise<void> {
  const limit = HEAVIER.some((h) => address.startsWith(h)) ? HEAVIER_BYTES : ALONE_BYTES;
  expect.soft((await scriptBytes(page)) - frameworkBytes(), `scripts of ${address}`).toBeLessThanOrEqual(limit);
  expect.soft(await shifted(page), `parts of ${address} that moved`).toBeLessThanOrEqual(0.02);
}

/** Opens a page: its answer, its one heading, its names and contrast, and nothing beyond the edge. */
async function look(
  page: Page,
  address: string,
  { rules = "all", weighed = false }: Partial<Look> = {},
): Promise<void> {
  const answer = await page.goto(address);
  expect(answer?.status(), address).toBe(200);
  await ready(page);
  await expect(page.locator("h1"), address).toHaveCount(1);
  if (rules !== null) expect(await axe(page, rules), address).toEqual([]);
  if (weighed) await weigh(page, address);
  await withinTheEdge(page, address);
}

async function withinTheEdge(page: Page, address: string): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(beyond, `${address} is wider than the screen`).toBeLessThanOrEqual(0);
}

/** Nothing passes slowly here, so that what stands after two frames, and after what they began, is what a reader sees. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.allSettled(document.getAnimations().map((passing) => passing.finished));
  });
}

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 900 };

/** The same page once more on a telephone in the dark, without opening it again: what theme and width change. */
async function lookInTheDark(page: Page, address: string): Promise<void> {
  await page.setViewportSize(NARROW);
  await page.emulateMedia({ colorScheme: "dark" });
  await settled(page);
  expect(await axe(page, "of looks"), `${address}, dark, ${NARROW.width} px`).toEqual([]);
  await withinTheEdge(page, `${address}, ${NARROW.width} px,`);
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Pages whose address holds an id: where they are linked, and the form of the link. */
const LINKED = [
  { from: "/ledger/months", link: 'main a[href^="/ledger/months/"]' },
  { from: "/ledger", link: 'main a[href^="/ledger/entry/"]' },
  { from: "/reviews/REV-1", link: 'main a[href^="/reviews/REV-1/evidence/"]' },
] as const;

async function linkedPages(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { from, link } of LINKED) {
    await open(page, from);
    const address = await page.locator(link).first().getAttribute("href");
    expect(address, `${from} links to it`).toBeTruthy();
    found.push(address ?? "");
  }
  return found;
}

// The looks are the longest tests there are: they are cut into parts, and dealt to all workers instead of to one.
test.describe.configure({ mode: "parallel" });
const PARTS = 4;
const partOf = (addresses: readonly string[], part: number) => addresses.filter((_, at) => at % PARTS === part);

/**
 * For every change: every page in the light, the main ones in the dark too, and three pages of the documentation, which are
 * all made by one component of headings, text and tables. `npm run test:long` looks at all of all.
 */
const ALL = process.env.HEADROOM_LONG === "yes";
const DARK = [
  "/home",
  "/estimate",
  "/briefs/BRF-1",
  "/plans/PLN-1",
  "/reviews/REV-1",
  "/ledger",
  "/costs",
  "/sweep",
  "/rentals/RNT-1",
];
const DOCS = ["/docs", "/docs/rest", "/docs/memory"];
const isLookedAt = (address: string) => ALL || !address.startsWith("/docs") || DOCS.includes(address);
const isDarkToo = (address: string) => ALL || DARK.includes(address.split("?")[0] ?? "");

for (let part = 0; part < PARTS; part++)
  test(`every page, part ${part + 1} of ${PARTS}, light at 1280 px, main ones dark at 390 too: axe, weight, one heading, nothing beyond the edge`, async ({
    page,
    owner,
  }) => {
    test.setTimeout(300_000);
    await signIn(page, owner);
    await openSample(page);
    await page.setViewportSize(WIDE);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    for (const address of partOf([...SIGNED_IN.filter(isLookedAt), ...(await linkedPages(page))], part)) {
      await look(page, address, { weighed: true });
      if (isDarkToo(address)) await lookInTheDark(page, address);
    }
  });

/** Words are what changes here: longer ones must not break the page. Names and contrast are those of the first look. */
const OTHER_LANGUAGES = [
  { language: "pl", scheme: "light", ...NARROW },
  { language: "id", scheme: "dark", ...WIDE },
] as const;

/** The looks in the other languages are part of `npm run test:long`: each takes minutes. */
for (const { language, scheme, width, height } of ALL ? OTHER_LANGUAGES : [])
  test(`every page in ${language}, ${scheme}, ${width} px: one heading, nothing beyond the edge`, async ({
    page,
    owner,
  }) => {
    test.setTimeout(600_000);
    await signIn(page, owner);
    await openSample(page);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    await page.context().addCookies([{ name: "headroom.locale", value: language, url: page.url() }]);
    for (const address of [...SIGNED_IN, ...(await linkedPages(page))]) await look(page, address, { rules: null });
  });

test("the pages before sign-in too", async ({ page, owner }) => {
  expect(owner).toBeTruthy();
  for (const address of [
    "/",
    "/login",
    "/setup?link=none",
    "/invite/none",
    "/estimate",
    "/accelerators",
    "/accelerators?card=h100-sxm&card=l40s",
    "/sweep",
    "/compare",
    "/economics",
    "/economics?kind=spot&onDemandPerHour=20&spotPerHour=9&meanHoursBetweenInterruptions=6&checkpointMinutes=3&restartMinutes=12&workHours=100",
    "/compare?a=model%3Dmeta-llama/Llama-3.1-70B;gpu%3Dh100-sxm;tp%3D4;conc%3D32;in%3D1024;out%3D256;price%3D2.69;currency%3DUSD&b=model%3Dmeta-llama/Llama-3.1-70B;gpu%3Dh200-sxm;tp%3D2;conc%3D32;in%3D1024;out%3D256",
    "/sweep?model=meta-llama/Llama-3.1-70B&conc=32&in=1024&out=256&offers=h100-sxm,2.69,USD%0Ah200-sxm,3.50,USD",
  ])
    await look(page, address);
});

test("what is not there says so, inside the workspace", async ({ page, owner }) => {
  await signIn(page, owner);
  for (const address of [
    "/briefs/BRF-9999",
    "/briefs/nonsense",
    "/offers/OFF-9999",
    "/plans/PLN-9999",
    "/reviews/REV-9999",
    "/rentals/RNT-9999",
    "/ledger/import/BILL-9999",
    "/ledger/months/2026-13",
    "/ledger/months/2031-01",
    "/nowhere",
  ]) {
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(404);
    await expect(page.getByText("Nothing here").first(), address).toBeVisible();
  }
});
