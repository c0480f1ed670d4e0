import path from "node:path";
import { LORA_BRIEF } from "@/lib/sample/briefs";
import { expect, ready, signIn, test } from "../fixtures/app";
import { fillBrief, saved, startBrief } from "../fixtures/brief";
import { press, tabTo, type, typeDate } from "../fixtures/keyboard";

const CATALOGUE = path.resolve(import.meta.dirname, "../fixtures/skypilot-catalogue.csv");
const DAY_MS = 86_400_000;
const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

test("from an imported catalogue to a plan that waits for its signature, without touching the mouse", async ({
  page,
  owner,
}) => {
  await signIn(page, owner);
  const brief = await test.step("a brief is there", async () => {
    const ref = await startBrief(page, "Clauses", "fine-tuning");
    await fillBrief(page, LORA_BRIEF);
    await saved(page);
    await page.getByRole("button", { name: "Save as a revision" }).press("Enter");
    await page.waitForURL(new RegExp(`${ref}$`));
    await ready(page);
    return ref;
  });
  // From here on nothing but keys; a click anywhere would be seen.
  const listen = () => addEventListener("pointerdown", () => sessionStorage.setItem("pointer", "used"), true);
  await page.addInitScript(listen);
  await page.evaluate(listen);

  await test.step("the catalogue is imported", async () => {
    await press(page, page.getByRole("link", { name: "Offers", exact: true }));
    await page.waitForURL(/\/offers$/);
    await press(page, page.locator("main").getByRole("link", { name: "Import offers" }).first());
    await page.waitForURL(/\/offers\/import$/);
    const chooser = page.waitForEvent("filechooser");
    await press(page, page.locator("button", { hasText: "Choose a file" }));
    await (await chooser).setFiles(CATALOGUE);
    await expect(page.locator("#import-source")).toHaveValue("skypilot-catalogue.csv");
    await type(page, page.locator("#import-provider"), "Northern");
    await page.keyboard.press("Enter");
    await expect(page.getByText("SkyPilot catalogue CSV")).toBeVisible();
    await press(page, page.getByRole("button", { name: /^Add 5 offers/ }));
    await page.waitForURL(/\/offers$/);
    await expect(page.locator("main")).toContainText("Northern");
  });

  await test.step("a plan is made of the cheapest offer that the brief allows", async () => {
    await page.keyboard.press("ControlOrMeta+K");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.type(brief);
    await expect(page.getByRole("option", { name: new RegExp(brief) })).toBeVisible();
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`${brief}$`));
    await expect(page.locator("#advice")).toContainText("What each answer costs in 30 days");
    await press(page, page.locator("main").getByRole("link", { name: "Make a plan" }));
    await page.waitForURL(/\/plans\/new/);
    await ready(page);
    const cheapest = page.getByRole("radio", { name: /cheapest that fits/i });
    await expect(cheapest).toBeChecked();
    await tabTo(page, cheapest);
    await page.keyboard.press("ArrowDown");
    await expect(cheapest).not.toBeChecked();
    await page.keyboard.press("ArrowUp");
    await expect(cheapest).toBeChecked();
    await typeDate(page, page.locator("#p-end"), dateOf(Date.now() + 20 * DAY_MS));
    await type(page, page.locator("#p-budgetAmount"), "120");
    await type(page, page.locator("#p-stopRule"), "The machine is deleted when the queue is empty");
    await press(page, page.getByRole("button", { name: "Save plan" }));
    await page.waitForURL(/PLN-\d+$/);
    await ready(page);
    await expect(page.locator("#speed")).toContainText("planning figure until measured");
  });

  await test.step("its trial starts, and its review is handed over for signature", async () => {
    await press(page, page.getByRole("button", { name: "Start the trial" }));
    await page.waitForURL(/RNT-\d+$/);
    await ready(page);
    await press(
      page,
      page
        .locator("main")
        .getByRole("link", { name: /REV-\d+/ })
        .first(),
    );
    await page.waitForURL(/REV-\d+$/);
    await ready(page);
    await press(page, page.getByRole("button", { name: "Submit for signature" }));
    await expect(page.getByText("waiting for signature").first()).toBeVisible();
  });
  expect(await page.evaluate(() => sessionStorage.getItem("pointer"))).toBeNull();
});
