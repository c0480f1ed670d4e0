import { expect, open, ready, signIn, test } from "../fixtures/app";
import { axe } from "../fixtures/axe";

const ROWS = 320;
const HEADER = "charge_start,charge_end,component,amount,currency,resource,description\n";
const two = (n: number): string => String(n).padStart(2, "0");

/** An hour each, the first on the first of April. */
const rows = Array.from({ length: ROWS }, (_, i) => {
  const at = `2025-04-${two(1 + Math.floor(i / 24))}T${two(i % 24)}`;
  return `${at}:00:00Z,${at}:59:59Z,accelerator,0.25,USD,gpu-list,hour ${i}\n`;
});

test("a long list of entries goes on as one scrolls, and holds rows only where one is", async ({ page, owner }) => {
  await signIn(page, owner);
  await open(page, "/ledger/import");
  const file = { name: "april.csv", mimeType: "text/csv", buffer: Buffer.from(HEADER + rows.join("")) };
  await page.locator("#bill-file").setInputFiles(file);
  await page.waitForURL(/BILL-\d+$/);
  const bill = page.url().split("/").at(-1);
  await ready(page);
  await page.getByRole("button", { name: `Commit ${ROWS} entries` }).click();
  await expect(page.getByText(/What was committed on/)).toBeVisible();

  await open(page, `/ledger?import=${bill}`);
  const last = page.getByRole("link", { name: "hour 0", exact: true });
  const first = page.getByRole("link", { name: `hour ${ROWS - 1}`, exact: true });
  await expect(first).toBeVisible();
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    await expect(page.getByText("These are all of them.")).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await expect(last).toBeVisible();
  await expect(first).toHaveCount(0);
  expect(await page.locator("tbody tr").count()).toBeLessThan(ROWS);
  expect(await axe(page)).toEqual([]);
  // Paper has no window to be near to: it holds every row that was read.
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(page.getByRole("link", { name: /^hour \d+$/ })).toHaveCount(ROWS);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(first).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(first).toBeVisible();
});
