import type { Page } from "@playwright/test";
import { gzipSync } from "fflate";
import { CHAT_BRIEF } from "@/lib/sample/briefs";
import { benchResult, smiList, startUpLog } from "@/lib/sample/evidence";
import { expect, join, open, ready, signIn, test } from "../fixtures/app";
import { focusBill } from "../fixtures/bill";
import { fillBrief, saved, startBrief } from "../fixtures/brief";

const DAY_MS = 86_400_000;
const today = new Date(new Date().toISOString().slice(0, 10)).getTime();
const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const minuteOf = (ms: number) => new Date(ms).toISOString().slice(0, 16);

const APPROVER = { name: "Petra", email: "petra@example.test", password: "another long secret" };
const FINANCE = { name: "Fiona", email: "fiona@example.test", password: "a third long secret" };
/** As it stands on the bills. */
const NODE = "node-road-1";

async function typeOffer(page: Page): Promise<void> {
  await open(page, "/offers/new");
  const field = (path: string) => page.locator(`#o-${path.replace(".", "-")}`);
  await field("provider").fill("Example Cloud");
  await field("boundary").selectOption("dedicated-node");
  await field("purchase").selectOption("on-demand");
  await field("acceleratorId").selectOption("h100-sxm");
  await field("price.amount").fill("2.50");
  await field("price.currency").fill("USD");
  await field("price.unit").selectOption("gpu-hour");
  await page.evaluate(() => {
    for (const d of document.querySelectorAll("main details")) (d as HTMLDetailsElement).open = true;
  });
  await field("dataLocation").fill("Frankfurt, EU");
  await field("source").fill("Quote by e-mail");
  await field("dated").fill(dateOf(today - DAY_MS));
  await page.getByRole("button", { name: "Add offer" }).click();
  await page.waitForURL(/OFF-\d+$/);
}

async function makePlan(page: Page, brief: string): Promise<string> {
  await open(page, `/plans/new?brief=${brief}`);
  await page.getByRole("radio", { name: /Example Cloud/ }).check();
  await page.locator("#p-count").fill("1");
  await page.locator("#p-start").fill(dateOf(today - 3 * DAY_MS));
  await page.locator("#p-end").fill(dateOf(today + 90 * DAY_MS));
  await page.locator("#p-trialEnd").fill(dateOf(today + DAY_MS));
  await page.locator("#p-budgetAmount").fill("300");
  await page.locator("#p-owner").fill("On-call");
  await page.locator("#p-stopRule").fill("Stopped after an hour without a request");
  await page.getByRole("button", { name: "Save plan" }).click();
  await page.waitForURL(/PLN-\d+$/);
  await ready(page);
  return /PLN-\d+/.exec(page.url())?.[0] ?? "";
}

/** The same from an archive: what is inside is stored under its own name; a damaged one is refused and nothing sent. */
async function dropPacked(page: Page, gate: string, name: string, text: string): Promise<void> {
  const section = page.locator("#evidence");
  const packed = Buffer.from(gzipSync(new TextEncoder().encode(text)));
  const file = (of: string, buffer: Buffer) => ({ name: of, mimeType: "application/gzip", buffer });
  const files = section.getByLabel("Files", { exact: true });
  await files.setInputFiles(file("cut.log.gz", packed.subarray(0, 15)));
  await expect(section.getByText("cut.log.gz is damaged or cut: nothing of it was taken.")).toBeVisible();
  await files.setInputFiles(file(`${name}.gz`, packed));
  await expect(section.getByRole("listitem").filter({ hasText: name })).toBeVisible();
  await section.getByLabel("Gate").selectOption(gate);
  const before = await page.locator("[id^=evidence-]").count();
  await section.getByRole("button", { name: "Store evidence" }).click();
  await expect(page.locator("[id^=evidence-]")).toHaveCount(before + 1);
}

async function paste(page: Page, gate: string, text: string): Promise<void> {
  const section = page.locator("#evidence");
  await section.getByLabel("Pasted output").or(section.locator("textarea")).first().fill(text);
  await section.locator("select[id$=-gate]").selectOption(gate);
  const before = await page.locator("[id^=evidence-]").count();
  await section.getByRole("button", { name: "Store evidence" }).click();
  await expect(page.locator("[id^=evidence-]")).toHaveCount(before + 1);
}

test("one piece of work from brief to cost per accepted output, by three people", async ({
  page,
  browser,
  app,
  owner,
}, info) => {
  test.setTimeout(300_000);
  await signIn(page, owner);
  const approver = await join(page, browser, app.url, APPROVER, ["approver"]);
  const finance = await join(page, browser, app.url, FINANCE, ["finance"]);

  const brief = await test.step("brief and estimate", async () => {
    const ref = await startBrief(page, "Support chat", "interactive-inference");
    await fillBrief(page, CHAT_BRIEF);
    await expect(page.getByRole("status").filter({ hasText: "Fits" })).toBeVisible();
    await saved(page);
    await page.getByRole("button", { name: "Save as a revision" }).click();
    await page.waitForURL(new RegExp(`${ref}$`));
    await ready(page);
    await expect(page.locator("#advice")).toContainText("Dedicated node");
    return ref;
  });

  const plan = await test.step("offer and plan", async () => {
    await typeOffer(page);
    return makePlan(page, brief);
  });

  const review = await test.step("trial", async () => {
    await page.locator("#r-start").fill(minuteOf(today - 3 * DAY_MS));
    await page.locator("#r-end").fill(minuteOf(Date.now() + 6 * 3_600_000));
    await page.locator("#r-ids").fill(NODE);
    await page.getByRole("button", { name: "Start the trial" }).click();
    await page.waitForURL(/RNT-\d+$/);
    await ready(page);
    const link = page.getByRole("link", { name: /REV-\d+/ }).first();
    return (await link.textContent())?.match(/REV-\d+/)?.[0] ?? "";
  });

  await test.step("evidence: pasted, read, and what is missing says so", async () => {
    await open(page, `/reviews/${review}`);
    await expect(page.locator("#area-hardware-identity")).toContainText("not evidenced");
    await paste(page, "smoke", smiList());
    await dropPacked(page, "smoke", "start-up.log", startUpLog(new Date(Date.now() - 3_600_000)));
    await paste(page, "load", benchResult());
    await paste(page, "smoke", "bash: nvidia-smi: command not found");
    await expect(page.locator("#measured")).toContainText("14.99");
    await expect(page.locator("#area-recovery")).toContainText("not evidenced");
    await page.getByRole("button", { name: "Submit for signature" }).click();
    await expect(page.getByText("waiting for signature").first()).toBeVisible();
  });

  await test.step("the approver sends it back with a reason for an area; the author hands it over again", async () => {
    await open(approver, `/reviews/${review}/sign`);
    const back = approver.locator("#send-back");
    await back.locator("#back-reason").fill("Recovery was never drilled");
    await back.locator("summary").click();
    await back.locator("#back-recovery").fill("Interrupt a run and show the restore");
    await back.getByRole("button", { name: "Send back" }).click();
    await approver.waitForURL(new RegExp(`${review}$`));
    await open(page, `/reviews/${review}`);
    await expect(page.getByText("Recovery was never drilled").first()).toBeVisible();
    await expect(page.getByText("Interrupt a run and show the restore").first()).toBeVisible();
    await page.getByRole("button", { name: "Submit for signature" }).click();
    await expect(page.getByText("waiting for signature").first()).toBeVisible();
  });

  await test.step("the author cannot sign; the approver signs with conditions", async () => {
    await open(page, `/reviews/${review}/sign`);
    await expect(page.getByText("You cannot sign this review")).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign", exact: true })).toHaveCount(0);
    await open(approver, `/reviews/${review}/sign`);
    await expect(approver.locator("#conditions")).toContainText("Name the person who answers for the node");
    await approver.locator("#sign-decision-extend").check();
    await approver.locator("#sign-conditions").fill("Recovery is drilled within two weeks");
    await approver.locator("#sign-confirmation").fill(review);
    await approver.getByRole("button", { name: "Sign", exact: true }).dblclick();
    await expect(approver.getByText(/Signed by Petra/)).toBeVisible();
  });

  await test.step("the decision continues the rental", async () => {
    await open(page, `/plans/${plan}`);
    await page.locator("#r-start").fill(minuteOf(Date.now() + 6 * 3_600_000));
    await page.locator("#r-end").fill(minuteOf(today + 60 * DAY_MS));
    await page.locator("#r-ids").fill(NODE);
    await page.getByRole("button", { name: "Continue as a longer rental" }).click();
    await page.waitForURL(/RNT-\d+$/);
  });

  await test.step("finance imports the bill: plan first, one commit, and twice is once", async () => {
    const bill = focusBill("1.2", NODE, today - 2 * DAY_MS);
    for (const round of ["first", "again"]) {
      await open(finance, "/ledger/import");
      await finance
        .locator("#bill-file")
        .setInputFiles({ name: `bill-${round}.csv`, mimeType: "text/csv", buffer: Buffer.from(bill) });
      await finance.waitForURL(/BILL-\d+$/);
      await ready(finance);
      await expect(
        finance
          .getByText("The sum of the piles is the total of the file")
          .or(finance.getByText(/sum of the piles/i))
          .first(),
      ).toBeVisible();
      if (round === "first") {
        await finance.getByRole("button", { name: /^Commit 4 entries/ }).dblclick();
        await expect(finance.getByText(/What was committed on/)).toBeVisible();
      } else await expect(finance.getByRole("button", { name: /^Commit/ })).toHaveCount(0);
    }
  });

  await test.step("outputs, and the one number", async () => {
    await open(finance, `/costs?brief=${brief}`);
    await expect(finance.getByText("No accepted output yet").first()).toBeVisible();
    await open(page, "/outputs");
    const value = await page.locator("#out-brief option", { hasText: brief }).first().getAttribute("value");
    await page.locator("#out-brief").selectOption(value ?? "");
    await page.locator("#out-firstDay").fill(dateOf(today - 2 * DAY_MS));
    await page.locator("#out-lastDay").fill(dateOf(today - DAY_MS));
    const counts = { accepted: "960", rejected: "30", failed: "10", retried: "12" };
    for (const [name, n] of Object.entries(counts)) await page.locator(`#out-${name}`).fill(n);
    await page.getByRole("button", { name: "Record", exact: true }).dblclick();
    await expect(page.locator("main").getByRole("cell", { name: "960", exact: true }).first()).toBeVisible();
    await open(finance, `/costs?brief=${brief}`);
    // 2 × (60.00 + 0.40) over 960 accepted outputs.
    await expect(finance.getByText(/120\.80/).first()).toBeVisible();
    await expect(finance.getByText(/0\.1258/).first()).toBeVisible();
    await finance.screenshot({ path: info.outputPath("costs.png"), fullPage: true });
  });

  await test.step("a changed brief ends the signature and says what changed", async () => {
    await open(page, `/briefs/${brief}/edit`);
    await page.locator("#f-target-ttftP95Ms").fill("400");
    await saved(page);
    await page.getByRole("button", { name: "Save as a revision" }).click();
    await page.waitForURL(new RegExp(`${brief}$`));
    await open(approver, `/reviews/${review}`);
    await expect(approver.getByText("signature void").first()).toBeVisible();
    await expect(approver.locator("main")).toContainText("r1 → r2");
  });
});
