import type { Page } from "@playwright/test";
import { SIGNED_IN } from "../fixtures/addresses";
import { expect, open, openSample, ready, signIn, test } from "../fixtures/app";

/** The rooms where the work is done, each once; all the others are looked at by `npm run test:long`. */
const MAIN = [
  "/home",
  "/inbox",
  "/briefs/BRF-1",
  "/briefs/BRF-1/edit",
  "/sweep?brief=BRF-1&in=1024&out=256",
  "/plans/PLN-1",
  "/reviews/REV-1",
  "/ledger",
  "/costs?brief=BRF-1",
] as const;
/** Where what sticks to the screen could cover what is in focus, on a screen that is a quarter as high. */
const TALL = ["/briefs/BRF-1/edit", "/reviews/REV-1"] as const;
const ALL = process.env.HEADROOM_LONG === "yes" ? SIGNED_IN : null;

/** Keys pressed on each page; the first leads past the skip link. */
const TABS = 6;
/** Every page has at least the skip link. */
const LEAST = 1;

/** A phone of 320 px, and a window of 1280 × 900 at 400 %: as narrow, and a quarter as high. */
const SIGHTS = [
  { pages: ALL ?? MAIN, viewport: { width: 320, height: 640 }, deviceScaleFactor: 1 },
  { pages: ALL ?? TALL, viewport: { width: 320, height: 225 }, deviceScaleFactor: 4 },
] as const;

/**
 * What cannot be told from the text around it once the system chooses all colours: controls without an edge, a line below
 * them, or a look of the browser's own.
 */
async function lostControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const told = (e: Element): boolean => {
      // Of a choice of files the button inside is what one presses.
      const s = getComputedStyle(e, e.matches("[type=file]") ? "::file-selector-button" : null);
      const edged = ["Top", "Bottom"].some(
        (side) =>
          s.getPropertyValue(`border-${side.toLowerCase()}-style`) !== "none" &&
          Number.parseFloat(s.getPropertyValue(`border-${side.toLowerCase()}-width`)) > 0,
      );
      return edged || s.textDecorationLine.includes("underline") || s.appearance === "auto";
    };
    return (
      [...document.querySelectorAll("button, input, select, textarea")]
        // What is there for screen readers alone is a pixel wide.
        .filter((e) => e.checkVisibility() && e.getBoundingClientRect().width > 1 && !told(e))
        .map((e) => e.outerHTML.slice(0, 160))
    );
  });
}

/** Names of what still moves although the reader asked for no movement. */
async function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter((a) => a.playState === "running" && Number(a.effect?.getComputedTiming().duration ?? 0) > 1)
      .map((a) => (a.effect as KeyframeEffect).target?.outerHTML.slice(0, 160) ?? "?"),
  );
}

/** The element in focus: its outline, and whether its part on the screen lies under something; null past the last one. */
async function focusShown(page: Page): Promise<{ what: string; outlined: boolean; onTop: boolean } | null> {
  return page.evaluate(() => {
    const e = document.activeElement;
    if (e === null || e === document.body) return null;
    const s = getComputedStyle(e);
    const box = e.getBoundingClientRect();
    const middle = (from: number, to: number, end: number) => (Math.max(from, 0) + Math.min(to, end)) / 2;
    const hit = document.elementFromPoint(
      middle(box.left, box.right, innerWidth),
      middle(box.top, box.bottom, innerHeight),
    );
    return {
      what: e.outerHTML.slice(0, 160),
      outlined: s.outlineStyle !== "none" && Number.parseFloat(s.outlineWidth) >= 2,
      onTop: hit !== null && (e.contains(hit) || hit.contains(e)),
    };
  });
}

async function reach(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await ready(page);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(beyond, `${address} is wider than the screen`).toBeLessThanOrEqual(0);
  expect.soft(await lostControls(page), `controls of ${address} that look like text`).toEqual([]);
  expect.soft(await moving(page), `what moves on ${address}`).toEqual([]);
  for (let i = 0; i < TABS; i++) {
    await page.keyboard.press("Tab");
    const seen = await focusShown(page);
    if (seen === null) {
      expect(i, `parts of ${address} that take the focus`).toBeGreaterThanOrEqual(LEAST);
      break;
    }
    expect.soft(seen, `focus ${i + 1} on ${address}`).toMatchObject({ outlined: true, onTop: true });
  }
}

test("at 320 px and at 400 %, in the system's colours and without movement, nothing is out of reach", async ({
  page,
  owner,
  browser,
  baseURL,
}) => {
  test.setTimeout(ALL ? 400_000 : 180_000);
  await signIn(page, owner);
  await openSample(page);
  for (const { pages, viewport, deviceScaleFactor } of SIGHTS) {
    const context = await browser.newContext({
      baseURL: baseURL ?? "",
      storageState: await page.context().storageState(),
      viewport,
      deviceScaleFactor,
      forcedColors: "active",
      reducedMotion: "reduce",
    });
    const narrow = await context.newPage();
    for (const address of pages) await reach(narrow, address);
    await context.close();
  }
});

test("the guide of a page opens by keyboard, and without scripts", async ({ page, owner, browser, baseURL }) => {
  await signIn(page, owner);
  await open(page, "/briefs");
  const guide = page.locator("main header details");
  await expect(guide).not.toHaveAttribute("open");
  await guide.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(guide.getByRole("link", { name: "What to check before renting" })).toBeVisible();
  const context = await browser.newContext({ baseURL: baseURL ?? "", javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto("/estimate");
  await plain.locator("main header summary").click();
  await expect(plain.getByText("How much GPU memory a model needs at its real load")).toBeVisible();
  await context.close();
});
