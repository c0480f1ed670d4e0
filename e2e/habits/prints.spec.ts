import type { Page } from "@playwright/test";
import { expect, open, openSample, signIn, test } from "../fixtures/app";

/** What is printed, and a word that must stand on it. */
const PRINTS = [
  { address: "/briefs/BRF-1/revisions/1/print", says: "Brief BRF-1, revision 1", digest: true },
  { address: "/plans/PLN-1/print", says: "Plan PLN-1, revision 1", digest: true },
  { address: "/reviews/REV-1/print", says: "Decision record REV-1", digest: true },
  { address: "/reviews/REV-2/print", says: "Decision record REV-2", digest: true },
  { address: "/costs/print?month=2026-10", says: "Costs, October 2026", digest: false },
  { address: "/costs/print?brief=BRF-1", says: "Cost of BRF-1", digest: false },
] as const;

const FORMATS = ["A4", "Letter"] as const;
/** Inside the margins, at 96 pixels to the inch: text beyond it would be cut off the sheet. */
const SHEET_PIXELS = { A4: 688, Letter: 710 } as const;

/** Inside the margins of the lower of both sheets. */
const SHEET_HEIGHT = 940;

async function sheets(page: Page, format: (typeof FORMATS)[number]): Promise<number> {
  const pdf = await page.pdf({ format, preferCSSPageSize: true });
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** Texts that reach over the right edge of their sheet, or that a box cuts off. */
async function cut(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 1000 });
  return page.evaluate((edge) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? "";
      const element = node.parentElement;
      if (text === "" || !element?.checkVisibility() || element.closest("style, .sr-only")) continue;
      const range = document.createRange();
      // Word by word: the space at the end of a line hangs over the edge, and is seen by nobody.
      for (const { index, 0: word } of node.textContent?.matchAll(/\S+/g) ?? []) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (range.getBoundingClientRect().right > edge + 1) found.push(`${word} in: ${text}`);
      }
      for (let box: HTMLElement | null = element; box; box = box.parentElement) {
        const hides = getComputedStyle(box).overflowX !== "visible" && box.scrollWidth > box.clientWidth + 1;
        if (hides) found.push(`in a box: ${text}`);
      }
    }
    return found;
  }, width);
}

/** Colours on the page that are neither black, white nor grey. */
function coloured(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const grey = (colour: string) => {
      const [r = 0, g = 0, b = 0, opacity = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
      return opacity === 0 || Math.max(r, g, b) - Math.min(r, g, b) <= 8;
    };
    return [...document.querySelectorAll("main, main *")]
      .filter((e) => e.checkVisibility())
      .flatMap((e) => {
        const { color, backgroundColor } = getComputedStyle(e);
        return [color, backgroundColor].filter((c) => c.startsWith("rgb") && !grey(c)).map((c) => `${e.tagName} ${c}`);
      });
  });
}

test("brief, plan, record and costs print on one to three sheets, nothing cut, in black and white", async ({
  page,
  owner,
}) => {
  await signIn(page, owner);
  await openSample(page);
  for (const { address, says, digest } of PRINTS) {
    await page.goto(address);
    await expect(page.locator("h1"), address).toContainText(says);
    for (const format of FORMATS) {
      const count = await sheets(page, format);
      expect(count, `${address} on ${format}`).toBeGreaterThan(0);
      expect(count, `${address} on ${format}`).toBeLessThanOrEqual(3);
    }
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    for (const format of FORMATS) expect(await cut(page, SHEET_PIXELS[format]), `${address} on ${format}`).toEqual([]);
    expect(await coloured(page), address).toEqual([]);
    expect(await page.locator("main").evaluate((m) => getComputedStyle(m).backgroundColor)).toBe("rgb(255, 255, 255)");
    // What is for the screen alone is not on paper; the sheets are numbered, and the digest binds what they say.
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    const foot = await page.locator("main style").textContent();
    expect(foot).toContain("counter(page)");
    if (digest) expect(foot).toMatch(/[0-9a-f]{64}/);
    // A sheet is printed as the browser would, not as what was emulated to measure it.
    await page.emulateMedia({ media: null, colorScheme: "light" });
  }
});

test("no box of the layers is torn by the end of a sheet", async ({ page, owner }) => {
  await signIn(page, owner);
  await openSample(page);
  await page.goto("/plans/PLN-1/paths");
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  await page.setViewportSize({ width: SHEET_PIXELS.A4, height: 1000 });
  const boxes = await page.locator("main details").evaluateAll((all) =>
    all.map((box) => ({
      height: box.getBoundingClientRect().height,
      whole: [box, box.parentElement].some((e) => e !== null && getComputedStyle(e).breakInside === "avoid"),
    })),
  );
  expect(boxes).toHaveLength(6);
  for (const { height, whole } of boxes) {
    expect(whole).toBe(true);
    expect(height).toBeLessThan(SHEET_HEIGHT);
  }
});

test("an example in an empty field is not printed as if it were its value", async ({ page }) => {
  await open(page, "/estimate");
  const colour = (of: string, part?: string) =>
    page.locator(of).evaluate((e, name) => getComputedStyle(e, name).color, part);
  const seen = await colour("#e-model", "::placeholder");
  await page.emulateMedia({ media: "print" });
  expect(seen).not.toBe("rgba(0, 0, 0, 0)");
  expect(await colour("#e-model", "::placeholder")).toBe("rgba(0, 0, 0, 0)");
  expect(await colour("#e-gpu")).toBe("rgba(0, 0, 0, 0)");
  await page.emulateMedia({ media: null });
  await page.locator("#e-gpu").selectOption("h100-sxm");
  await page.emulateMedia({ media: "print" });
  expect(await colour("#e-gpu")).not.toBe("rgba(0, 0, 0, 0)");
});

test("each series of a printed bar has a pattern of its own", async ({ page, owner }) => {
  await signIn(page, owner);
  await openSample(page);
  await page.goto("/briefs/BRF-1/revisions/1/print");
  const fills = await page
    .locator("main table svg rect")
    .evaluateAll((rects) => rects.map((r) => r.getAttribute("fill")));
  expect(fills.length).toBeGreaterThan(3);
  expect(new Set(fills).size).toBe(fills.length);
});

test("a list and the costs are downloaded as they are on screen", async ({ page, owner }) => {
  await signIn(page, owner);
  await openSample(page);
  await open(page, "/briefs?kind=fine-tuning");
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSV for a spreadsheet" }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe("headroom-briefs.csv");
  const answer = await page.request.get("/api/lists/briefs?as=csv&kind=fine-tuning");
  expect((await answer.text()).trim().split("\r\n")).toHaveLength(2);
  await open(page, "/costs");
  const [workbook] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "XLSX" }).click(),
  ]);
  expect(workbook.suggestedFilename()).toBe("headroom-costs.xlsx");
  // By another group, the file goes by it too.
  await open(page, "/costs?by=provider&month=2026-10");
  const [grouped] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSV", exact: true }).click(),
  ]);
  expect(grouped.suggestedFilename()).toBe("headroom-costs-provider.csv");
  await open(page, "/ledger/import/BILL-1");
  const [rows] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSV for a spreadsheet" }).click(),
  ]);
  expect(rows.suggestedFilename()).toBe("headroom-bill-rows-BILL-1.csv");
});
