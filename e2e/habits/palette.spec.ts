import { expect, open, signIn, test } from "../fixtures/app";
import { axe } from "../fixtures/axe";
import { startBrief } from "../fixtures/brief";

test("the palette finds what there is by a slip of its name and by its number; keys go anywhere, unless turned off", async ({
  page,
  owner,
}) => {
  await signIn(page, owner);
  const path = await startBrief(page, "Nightly captions of harbour cameras", "batch-inference");
  const number = /BRF-(\d+)/.exec(path)?.[1] ?? "";
  await open(page, "/offers");
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search this workspace" });
  const field = dialog.getByRole("combobox");
  await field.fill("harbor camras");
  await expect(dialog.getByRole("option", { name: `BRF-${number}` })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await field.fill(`brf${number}`);
  await expect(dialog.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/briefs/BRF-${number}`);
  await expect(dialog).toBeHidden();
  await page.locator("h1").click();
  await page.keyboard.press("g");
  await page.keyboard.press("l");
  await page.waitForURL("**/ledger");
  await page.locator("h1").click();
  await page.keyboard.press("?");
  await page.getByLabel("Keys of one letter are on").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await page.keyboard.press("Control+k");
  await expect(dialog).toBeVisible();
  expect(page.url()).toContain("/ledger");
});

test("N and the search work from every frame of the product, and ? names every key", async ({ page, owner }) => {
  test.setTimeout(180_000);
  await signIn(page, owner);
  const ref = await startBrief(page, "Transcripts of calls", "batch-inference");
  for (const address of ["/home", "/estimate", "/docs"]) {
    await open(page, address);
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: "Search this workspace" });
    await dialog.getByRole("combobox").fill(ref.toLowerCase());
    await expect(dialog.getByRole("option", { name: ref }), address).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.keyboard.press("n");
    await page.waitForURL("**/briefs/new");
  }
  await page.locator("h1").click();
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keys" });
  for (const says of ["Write a new brief", "Go to Start", "Go to Alerts", "Go to Help"])
    await expect(list.getByText(says, { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  // A model of the catalogue opens in the estimate, filled in.
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("llama-3.1-8b");
  await page
    .getByRole("option", { name: /^meta-llama\/Llama-3\.1-8B/ })
    .first()
    .click();
  await page.waitForURL(/\/estimate\?/);
  await expect(page.locator("#e-model")).toHaveValue("meta-llama/Llama-3.1-8B");
  await open(page, "/estimate?preset=meta-llama/Llama-3.1-8B");
  await expect(
    page.getByText("This page does not know a part of its address: preset=meta-llama/Llama-3.1-8B"),
  ).toBeVisible();
});
