import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readWorkbook } from "@/lib/testing/workbook";
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

test("signed out: a what-if is added to an empty one, and a model that nobody knows is said once its field is left", async ({
  page,
}) => {
  await open(page, "/compare");
  await page.getByRole("button", { name: "Add a what-if" }).click();
  await expect(page.locator("main legend")).toHaveText(["What if A", "What if B"]);
  const model = page.locator("#w0-model");
  await model.pressSequentially("qwen3 32");
  await expect(page.getByText("What if A cannot be read")).toBeVisible();
  await expect(page.locator("#w0-model-error")).toHaveCount(0);
  await model.press("Tab");
  await expect(page.locator("#w0-model-error")).toContainText("Did you mean Qwen/Qwen3-32B,");
  await expect(model).toHaveAttribute("aria-invalid", "true");
});

test("signed out: a search keeps its question in the address and says why it rejects", async ({ page }) => {
  const offers = "h100-sxm, 2.69, USD\nl4, 0.70, USD";
  const search = { model: "meta-llama/Llama-3.1-70B", conc: "32", in: "1024", out: "256", offers };
  await open(page, `/sweep?${new URLSearchParams(search)}`);
  await expect(page.getByText("Cheapest per accepted output").first()).toBeVisible();
  await page.getByLabel("Time per token within, ms").fill("20");
  await expect(page).toHaveURL(/tpot=20/);
  await page.locator("summary", { hasText: "rejected ways, and why" }).click();
  await expect(page.getByText(/ms per token; the limit is 20\sms/).first()).toBeVisible();
});

/** The bytes of the file that a press of a button keeps. */
async function kept(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).first().click(),
  ]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test("signed out: a comparison and a search leave as files, exact as CSV and with numbers as a workbook", async ({
  page,
}) => {
  await open(page, `/compare?${new URLSearchParams({ a: `${MODEL};gpu=h100-sxm;tp=4;price=2.69` })}`);
  const csv = await kept(page, "CSV for a spreadsheet");
  expect(csv.name).toBe("headroom-compare.csv");
  const [head = "", ...rows] = csv.bytes.toString("utf8").trimEnd().split("\r\n");
  expect(head.startsWith("\uFEFFwhat_if,model,")).toBe(true);
  expect(rows).toHaveLength(1);
  const at = head.split(",").indexOf("cost_per_hour");
  expect(rows[0]?.split(",")[at]).toBe("10.76");
  const workbook = await kept(page, "Workbook (XLSX)");
  expect(workbook.name).toBe("headroom-compare.xlsx");
  expect(readWorkbook(workbook.bytes)[1]?.[at]).toMatchObject({ number: 10.76, formula: false });
  const search = {
    model: "meta-llama/Llama-3.1-70B",
    conc: "32",
    in: "1024",
    out: "256",
    offers: "h100-sxm, 2.69, USD",
  };
  await open(
    page,
    `/sweep?${new URLSearchParams({ ...search, weights: "bf16,fp8,int8", tp: "1,2,4,8", dp: "1,2,4,8" })}`,
  );
  const sweep = await kept(page, "Workbook (XLSX)");
  expect(sweep.name).toBe("headroom-sweep.xlsx");
  const said = await page.getByRole("heading", { name: /ways? that holds?/ }).textContent();
  expect(readWorkbook(sweep.bytes)).toHaveLength(1 + Number(/\d+/.exec(said?.replace(/[,\u00a0]/g, "") ?? "")?.[0]));
});

test("on a narrow screen the names of the figures stay while the what-ifs scroll under them", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [a, b] = [`${MODEL};gpu=h100-sxm;tp=4;price=2.69`, `${MODEL};gpu=h200-sxm;tp=2;price=3.50`];
  await open(page, `/compare?${new URLSearchParams({ a, b })}`);
  const first = page.getByRole("rowheader", { name: "Per hour" });
  await first.evaluate((cell) => {
    const region = cell.closest("section");
    if (region) region.scrollLeft = 150;
  });
  const [cell, region] = await first.evaluate((e) =>
    [e, e.closest("section")].map((x) => x?.getBoundingClientRect().x ?? Number.NaN),
  );
  expect(Math.abs((cell ?? 0) - (region ?? 0))).toBeLessThanOrEqual(1);
});
