import { readFileSync } from "node:fs";
import { expect, open, openSample, type Person, ready, signIn, test } from "../fixtures/app";

const now = new Date();
const monthAt = (back: number): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
const nameOf = (month: Date): string =>
  new Intl.DateTimeFormat("en", { year: "numeric", month: "long", timeZone: "UTC" }).format(month);
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** The sample begins three months before this one; the month before that gives its first one something to differ from. */
const [BEFORE, FIRST] = [monthAt(4), monthAt(3)];
const [start, end] = [dayOf(BEFORE), dayOf(FIRST)];
const month = start.slice(0, 7);
const HEADER = "charge_start,charge_end,component,amount,currency,resource,issuer,invoice,description\n";
const BILL = `${HEADER}${start},${end},accelerator,1500.25,USD,early-node,Early Cloud,EC-7,a month of one card
${start},${end},storage,12.00,USD,early-disk,Early Cloud,EC-7,a disk
${month}-10,${month}-11,,7.75,USD,early-thing,Early Cloud,EC-7,something that no rule places
`;
const TOTAL = "1520.00";

test("finance imports, classifies, finds why a cost per output moved, exports, proves the total and closes the month", async ({
  page,
  owner,
}: {
  page: import("@playwright/test").Page;
  owner: Person;
}) => {
  test.setTimeout(240_000);
  await signIn(page, owner);
  await openSample(page);

  await test.step("a source maps its resources to the brief", async () => {
    await open(page, "/ledger/sources");
    await page.getByLabel("Name", { exact: true }).fill("Early Cloud");
    await page.getByLabel("Resources and their briefs").fill("early- = BRF-1");
    await page.getByRole("button", { name: "Add the source" }).click();
    await expect(page.getByRole("row", { name: /Early Cloud/ })).toContainText("early-… belongs to BRF-1");
  });

  await test.step("import and classify", async () => {
    await open(page, "/ledger/import");
    await page.getByLabel("Source", { exact: true }).selectOption({ label: "Early Cloud" });
    await page
      .locator("#bill-file")
      .setInputFiles({ name: "early.csv", mimeType: "text/csv", buffer: Buffer.from(BILL) });
    await page.waitForURL(/BILL-\d+$/);
    await ready(page);
    await page.getByLabel("Class: something that no rule places").selectOption("support");
    await expect(page.getByRole("row", { name: /^Unclassified/ })).toContainText("0");
    await page.getByRole("button", { name: "Commit 3 entries" }).click();
    await expect(page.getByText(/What was committed on/)).toBeVisible();
  });

  await test.step("outputs of the month", async () => {
    await open(page, "/outputs?brief=BRF-1");
    const form = page.locator("#record");
    await form.locator("#out-firstDay").fill(start);
    await form.locator("#out-lastDay").fill(dayOf(new Date(FIRST.getTime() - 86_400_000)));
    for (const [name, count] of [
      ["accepted", "1000000"],
      ["rejected", "0"],
      ["failed", "0"],
    ] as const)
      await form.locator(`#out-${name}`).fill(count);
    await form.getByRole("button", { name: "Record" }).click();
    await expect(form.getByText("Recorded.")).toBeVisible();
  });

  await test.step("why it moved", async () => {
    await open(page, `/costs?brief=BRF-1&month=${end.slice(0, 7)}`);
    const title = `Why ${nameOf(FIRST)} differs from ${nameOf(BEFORE)}`;
    const why = page.locator("section", { has: page.getByRole("heading", { name: title }) });
    await expect(why).toContainText(/One accepted output cost [\d.,]+\s% (more|less): 0\.0015200\sUSD in /);
    await expect(why.getByRole("row", { name: /Accelerator: cost/ })).toContainText("1,500.25");
    await expect(why.getByRole("row", { name: /^early-node/ })).toContainText("-1,500.25");
  });

  await test.step("the total proven against the invoice, exported, closed", async () => {
    await open(page, `/ledger/months/${month}`);
    await page.getByLabel("Total", { exact: true }).fill(TOTAL);
    await page.getByLabel("Where it was read").fill("invoice EC-7, page 1");
    await page.getByRole("button", { name: "Keep this total" }).click();
    await expect(page.getByRole("cell", { name: "ties" })).toBeVisible();
    await page.getByRole("button", { name: `Close ${nameOf(BEFORE)}` }).click();
    await expect(page.getByText(/^Closed on .* by Olga$/)).toBeVisible();

    await open(page, `/ledger?month=${month}`);
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "FOCUS 1.2" }).click();
    const text = readFileSync(await (await download).path(), "utf8");
    const [header = "", ...lines] = text.trim().split("\n");
    const at = header.split(",").indexOf("BilledCost");
    const cents = lines.reduce((sum, line) => sum + Math.round(Number(line.split(",")[at]) * 100), 0);
    expect(cents).toBe(Number(TOTAL) * 100);
  });
});
