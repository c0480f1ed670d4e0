import { expect, open, openSample, signIn, test } from "../fixtures/app";

test("a folded form is drawn when it is opened, and keeps what was typed when it is folded again", async ({
  page,
  owner,
}) => {
  await signIn(page, owner);
  await openSample(page);
  await open(page, "/reviews/REV-1");
  const fold = page.locator("#card details", { hasText: "Write what is shown" }).first();
  const text = fold.getByRole("textbox").first();
  await expect(fold).toBeVisible();
  await expect(fold.locator("form")).toHaveCount(0);
  await fold.locator("summary").click();
  await text.fill("Checked against the brief");
  await fold.locator("summary").click();
  await expect(text).toBeHidden();
  await fold.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(text).toHaveValue("Checked against the brief");
});

/** Most bytes of a page as it is sent, before compression: with all words in it the lightest was beyond 350,000. */
const MOST_BYTES = { "/home": 150_000, "/costs": 200_000, "/ledger": 400_000, "/reviews/REV-1": 700_000 } as const;

for (const [address, most] of Object.entries(MOST_BYTES))
  test(`${address} weighs no more than ${most} bytes`, async ({ page, owner }) => {
    await signIn(page, owner);
    await openSample(page);
    const answer = await page.request.get(address);
    expect(answer.status()).toBe(200);
    expect((await answer.body()).byteLength).toBeLessThan(most);
  });
