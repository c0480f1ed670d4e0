import { axe, expect, open, signIn, test } from "../fixtures/app";
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
