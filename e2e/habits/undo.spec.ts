import type { Page } from "@playwright/test";
import { expect, open, ready, signIn, test } from "../fixtures/app";
import { axe } from "../fixtures/axe";

const HEADER = "charge_start,charge_end,component,amount,currency,resource,description\n";
const BILL = `${HEADER}2025-04-10,2025-04-11,,7.75,USD,undo-thing,something that no rule places
2025-04-11,2025-04-12,,8.25,USD,undo-thing,something that no rule places
`;

const toast = (page: Page) => page.getByRole("region", { name: "What was just done" });

test("what was done is undone from the toast, by mouse and by keyboard, and from the page's own history", async ({
  page,
  owner,
}) => {
  await signIn(page, owner);
  await open(page, "/ledger/import");
  await page.locator("#bill-file").setInputFiles({ name: "undo.csv", mimeType: "text/csv", buffer: Buffer.from(BILL) });
  await page.waitForURL(/BILL-\d+$/);
  await ready(page);
  const unclassified = page.getByRole("row", { name: /^Unclassified/ });
  const chosen = page.getByLabel("Class: something that no rule places");

  await test.step("one class for many rows, undone by mouse", async () => {
    await expect(unclassified).toContainText("2");
    await page.getByLabel("Class for all of them").selectOption("storage");
    await expect(toast(page).getByRole("status")).toHaveText("2 rows have another class now.");
    await expect(unclassified).toContainText("0");
    expect(await axe(page)).toEqual([]);
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await expect(toast(page).getByRole("status")).toHaveText("Undone: it is as it was before.");
    await expect(unclassified).toContainText("2");
    await expect(chosen).toHaveValue("");
  });

  await test.step("once more, undone from the history after the toast is closed", async () => {
    await page.getByLabel("Class for all of them").selectOption("network");
    await expect(unclassified).toContainText("0");
    await page.keyboard.press("F8");
    await page.keyboard.press("Escape");
    await expect(toast(page)).toHaveCount(0);
    await page.getByText("Classes given so far (1)").click();
    await page.getByRole("button", { name: /^Undo: 2 rows: Network/ }).click();
    await expect(unclassified).toContainText("2");
    await expect(chosen).toHaveValue("");
  });

  await test.step("a discarded import, undone by keyboard; the toast waits while it has the focus", async () => {
    await page.getByRole("button", { name: "Discard this import" }).click();
    await expect(page.getByText("This import was discarded.")).toBeVisible();
    await page.keyboard.press("F8");
    await expect(toast(page).getByRole("button", { name: "Undo" })).toBeFocused();
    await page.waitForTimeout(11_000);
    await page.keyboard.press("Enter");
    await expect(toast(page).getByRole("status")).toHaveText("Undone: it is as it was before.");
    await expect(page.getByRole("button", { name: "Discard this import" })).toBeVisible();
    await expect(page.locator("main")).toBeFocused();
    await expect(toast(page)).toHaveCount(0, { timeout: 15_000 });
  });

  await test.step("a removed view, whose undo leads back to it", async () => {
    await open(page, "/costs?month=2025-04&by=team");
    await page.getByRole("button", { name: "Keep this view…" }).click();
    await page.getByLabel("Name of the view").fill("April by team");
    await page.getByRole("button", { name: "Keep it" }).click();
    await page.getByRole("button", { name: "Remove the view April by team" }).click();
    await page.waitForURL(/\/costs$/);
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await page.waitForURL(/month=2025-04&by=team/);
    await expect(page.getByRole("link", { name: "April by team" })).toHaveAttribute("aria-current", "true");
  });

  await test.step("the rule for two signatures, undone from the toast, and once more from its page", async () => {
    await open(page, "/settings/signing");
    const none = page.getByText("One signature is enough, whatever the plan costs.", { exact: true });
    const amount = page.getByLabel(/^Amount in/);
    await expect(none).toBeVisible();
    await amount.fill("5000");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(toast(page).getByRole("status")).toHaveText("The rule for two signatures was changed.");
    await expect(none).toBeHidden();
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await expect(none).toBeVisible();
    await expect(amount).toHaveValue("");
    await amount.fill("700");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(none).toBeHidden();
    await page.getByText("Last change of this rule (1)").click();
    await page.getByRole("button", { name: "Undo: Last change of this rule" }).click();
    await expect(none).toBeVisible();
    // An undo is no change: nothing is offered until the rule is changed again.
    await expect(page.getByText(/^Last change of this rule/)).toHaveCount(0);
  });
});
