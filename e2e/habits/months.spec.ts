import { expect, open, ready, signIn, test } from "../fixtures/app";
import { axe } from "../fixtures/axe";
import { focusBill } from "../fixtures/bill";

test("finance ties a month to its invoice, closes it, and sees what came later", async ({ page, owner }) => {
  test.setTimeout(120_000);
  await signIn(page, owner);
  await open(page, "/ledger/import");
  await page.locator("#bill-file").setInputFiles({
    name: "march.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(focusBill("1.2", "month-node", Date.UTC(2026, 2, 10))),
  });
  await page.waitForURL(/BILL-\d+$/);
  await ready(page);
  await page.getByRole("button", { name: /^Commit 4 entries/ }).click();
  await expect(page.getByText(/What was committed on/)).toBeVisible();

  await open(page, "/ledger/months/2026-03");
  await expect(page.getByText("An invoice is not stated or differs")).toBeVisible();
  await page.getByRole("button", { name: "Close March 2026" }).click();
  await expect(page.getByText("This month cannot be closed yet")).toBeVisible();

  await page.getByLabel("Total", { exact: true }).fill("120.81");
  await page.getByLabel("Where it was read").fill("invoice EX-2026-03, page 1");
  await page.getByRole("button", { name: "Keep this total" }).click();
  await expect(page.getByRole("cell", { name: /0\.01/ })).toContainText("the invoice asks for more");
  await page.getByLabel("Total", { exact: true }).fill("120.80");
  await page.getByRole("button", { name: "Keep this total" }).click();
  await expect(page.getByRole("cell", { name: "ties" })).toBeVisible();
  expect(await axe(page)).toEqual([]);

  await page.getByRole("button", { name: "Close March 2026" }).click();
  await expect(page.getByText(/^Closed on .* by Olga$/)).toBeVisible();
  await expect(page.getByText("Nothing has come into this month since.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Close March 2026" })).toHaveCount(0);

  await open(page, "/ledger/manual");
  await page.locator("#manual-description").fill("late support");
  await page.locator("#manual-amount").fill("5");
  await page.locator("#manual-from").fill("2026-03-20");
  await page.locator("#manual-until").fill("2026-03-21");
  await page.locator("main form button[type=submit]").click();
  await expect(page.locator("#manual-amount")).toHaveValue("");

  await page.goto("/ledger/months/2026-03");
  await ready(page);
  await expect(page.getByRole("table", { name: "What came later" })).toContainText("5.00");
  await expect(page.getByRole("link", { name: "late support" })).toBeVisible();
  await page.goto("/ledger/months");
  await ready(page);
  await expect(page.getByRole("row", { name: /March 2026/ })).toContainText("1 entry came later");
});
