import { expect, open, test } from "../fixtures/app";

const MODEL = "model=meta-llama/Llama-3.1-70B;conc=32;in=1024;out=256;currency=USD";

test("signed out: a comparison is built, its differences are words, and its link rebuilds it", async ({
  page,
  browser,
  baseURL,
}) => {
  await open(page, `/compare?${new URLSearchParams({ a: `${MODEL};gpu=h100-sxm;tp=4;price=2.69` })}`);
  const result = page.getByRole("region", { name: "Side by side" });
  await expect(result).toContainText("4 × NVIDIA H100 SXM");
  await page.getByRole("button", { name: "Add a what-if" }).click();
  const second = page.getByRole("group", { name: "What if B" });
  await second.getByLabel("Card", { exact: true }).selectOption("h200-sxm");
  await second.getByLabel("Cards a copy").fill("2");
  await second.getByLabel("Price per card-hour").fill("3.50");
  await expect(result).toContainText("2 × NVIDIA H200 SXM");
  await expect(result).toContainText("35 % less than A");
  await expect(page).toHaveURL(/b=.*h200-sxm.*price%3D3\.50|b=.*h200-sxm.*price=3\.50/);
  const shown = await result.textContent();
  const stranger = await browser.newContext(baseURL ? { baseURL } : {});
  const other = await stranger.newPage();
  await open(other, page.url());
  await expect(other.getByRole("region", { name: "Side by side" })).toContainText("35 % less than A");
  expect(await other.getByRole("region", { name: "Side by side" }).textContent()).toBe(shown);
  await stranger.close();
});

test("signed out: a search keeps its question in the address and says why it rejects", async ({ page }) => {
  const offers = "h100-sxm, 2.69, USD\nl4, 0.70, USD";
  const search = { model: "meta-llama/Llama-3.1-70B", conc: "32", in: "1024", out: "256", offers };
  await open(page, `/sweep?${new URLSearchParams(search)}`);
  await expect(page.getByText("Cheapest per accepted output").first()).toBeVisible();
  await page.getByLabel("Time per token within, ms").fill("20");
  await expect(page).toHaveURL(/tpot=20/);
  await page.locator("summary", { hasText: "rejected ways, and why" }).click();
  await expect(page.getByText(/ms per token; the limit is 20 ms/).first()).toBeVisible();
});
