import { expect, open, ready, signIn, test } from "../fixtures/app";
import { axe } from "../fixtures/axe";

const HEADER = "charge_start,charge_end,component,amount,currency,resource,region,description,tags\n";
const hour = (h: string, amount: string, region: string): string =>
  `2025-05-07T${h}:00:00Z,2025-05-07T${h}:59:00Z,accelerator,${amount},USD,gpu-src,${region},one hour,"{""squad"":""vision""}"\n`;

test("a source whose files replace each other takes back what the newer one no longer says; views keep what is shown", async ({
  page,
  owner,
}) => {
  await signIn(page, owner);
  await open(page, "/ledger/sources");
  await page.getByLabel("How its files follow each other").selectOption("replaces");
  await page.getByLabel("Tag that names the team").fill("squad");
  await page.getByRole("button", { name: "Add the source" }).click();
  await expect(page.getByText("Name: Something is missing here.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Export of May");
  await page.getByRole("button", { name: "Add the source" }).click();
  await expect(page.getByRole("row", { name: /Export of May/ })).toContainText("A newer file replaces the older");
  expect(await axe(page)).toEqual([]);

  const upload = async (name: string, text: string) => {
    await open(page, "/ledger/import");
    await page.getByLabel("Source", { exact: true }).selectOption({ label: "Export of May" });
    await page.locator("#bill-file").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
    await page.waitForURL(/BILL-\d+$/);
    await ready(page);
  };
  await upload("may-1.csv", HEADER + hour("01", "3", "eu-1") + hour("02", "4", "eu-1"));
  await page.getByRole("button", { name: "Commit 2 entries" }).click();
  await expect(page.getByText(/What was committed on/)).toBeVisible();
  await upload("may-2.csv", HEADER + hour("01", "3", "eu-1") + hour("02", "4.50", "us-1"));
  await expect(page.getByText("1 entry of an earlier file is taken back")).toBeVisible();
  await expect(page.getByText(/no longer says is reversed in the same commit: 4.00\sUSD effective/)).toBeVisible();
  await page.getByRole("button", { name: "Commit 1 entry" }).click();
  await expect(page.getByText(/Its commit reversed 4.00\sUSD/)).toBeVisible();

  await open(page, "/costs?month=2025-05");
  await page.getByRole("navigation", { name: "Costs by" }).getByRole("link", { name: "Team" }).click();
  await page.waitForURL(/by=team/);
  const table = page.getByRole("table", { name: "Costs by team (USD)" });
  await expect(table.getByRole("row", { name: /vision/ })).toContainText("7.50");
  await page.getByRole("button", { name: "Keep this view…" }).click();
  await page.getByLabel("Name of the view").fill("May by team");
  await page.getByRole("button", { name: "Keep it" }).click();
  await expect(page.getByRole("link", { name: "May by team" })).toHaveAttribute("aria-current", "true");
  await table.getByRole("link", { name: "vision" }).click();
  await page.waitForURL(/\/ledger\?by=team&is=vision/);
  await expect(page.getByText("Team: vision")).toBeVisible();
  await expect(page.getByRole("table", { name: /Sums|Totals/ }).first()).toContainText("7.50");
  await open(page, "/costs");
  await page.getByRole("link", { name: "May by team" }).click();
  await page.waitForURL(/month=2025-05&by=team/);
  await page.getByRole("button", { name: "Remove the view May by team" }).click();
  await page.waitForURL(/\/costs$/);
  await expect(page.getByRole("link", { name: "May by team" })).toHaveCount(0);
});

test("a file that would take back another account's entries says whose, and commits only once that is meant", async ({
  page,
  owner,
}) => {
  await signIn(page, owner);
  await open(page, "/ledger/sources");
  await page.getByLabel("Name", { exact: true }).fill("Two accounts");
  await page.getByLabel("How its files follow each other").selectOption("replaces");
  await page.getByRole("button", { name: "Add the source" }).click();
  await expect(page.getByRole("row", { name: /Two accounts/ })).toBeVisible();

  const upload = async (name: string, account: string, resource: string) => {
    await open(page, "/ledger/import");
    await page.getByLabel("Source", { exact: true }).selectOption({ label: "Two accounts" });
    const text = `charge_start,charge_end,component,amount,currency,account,resource,description\n2025-03-07T01:00:00Z,2025-03-07T02:00:00Z,accelerator,3,USD,${account},${resource},one hour\n`;
    await page.locator("#bill-file").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
    await page.waitForURL(/BILL-\d+$/);
    await ready(page);
  };
  await upload("north.csv", "acct-north", "gpu-north");
  await page.getByRole("button", { name: "Commit 1 entry" }).click();
  await expect(page.getByText(/What was committed on/)).toBeVisible();
  await upload("south.csv", "acct-south", "gpu-south");
  await expect(page.getByText("Account acct-north is not in this file at all.")).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "Commit 1 entry" }).click();
  await expect(page.getByText(/take back entries of accounts that it does not hold/)).toBeVisible();
  await page.getByLabel(/^The file holds nothing of account acct-north/).check();
  await page.getByRole("button", { name: "Commit 1 entry" }).click();
  await expect(page.getByText(/What was committed on/)).toBeVisible();
  await open(page, "/ledger/import?state=warning");
  await expect(page.getByRole("row", { name: /north.csv/ })).toContainText("1 entry was taken back by a later file");
});
