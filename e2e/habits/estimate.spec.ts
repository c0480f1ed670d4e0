import { expect, open, test } from "../fixtures/app";

const ADDRESS =
  "/estimate?model=meta-llama/Llama-3.1-8B&weights=bf16&gpu=rtx-4090&tokens=4096&concurrency=32&version=0.19.0";
const LOG = [
  "INFO 11-30 10:00:00 [api_server.py:1] vLLM API server version 0.19.0",
  "INFO 11-30 10:00:20 [gpu_model_runner.py:1] Model loading took 15.20 GiB and 9.1 seconds",
  "INFO 11-30 10:00:40 [gpu_worker.py:1] Available KV cache memory: 3.90 GiB",
  "INFO 11-30 10:00:41 [kv_cache_utils.py:1] GPU KV cache size: 31,936 tokens",
  "INFO 11-30 10:01:10 [api_server.py:2] Application startup complete.",
].join("\n");

test("signed out: what leaves more room is tried with one press, and Back takes it back", async ({ page }) => {
  await page.goto(ADDRESS);
  const result = page
    .getByRole("region", { name: "What it needs" })
    .or(page.locator("section", { hasText: "What it needs" }));
  await expect(result.first()).toContainText("Does not fit");
  const change = page.getByRole("row", { name: /KV cache at 8 bits/ });
  await change.getByRole("button", { name: /Try/ }).click();
  await expect(page).toHaveURL(/kv=fp8/);
  await page.goBack();
  await expect(page).not.toHaveURL(/kv=fp8/);
  await page.getByRole("button", { name: /^Fits: 4 × 2,048 tokens/ }).click();
  await expect(page).toHaveURL(/concurrency=4/);
  await expect(result.first()).toContainText("Fits");
});

test("a measured start calibrates the estimate, and its link carries the factors", async ({ page, context }) => {
  await page.goto(ADDRESS);
  await page.getByText("Calibrate with a measurement").click();
  await page.getByLabel("Start-up log of vLLM").fill(LOG);
  await page.getByRole("button", { name: "Read the measurement" }).click();
  const beside = page.getByRole("table", { name: "Calibrate with a measurement" });
  await expect(beside.getByRole("row", { name: /Weights/ })).toContainText("15.20");
  await expect(page.getByText("calibrated", { exact: false }).first()).toBeVisible();
  await expect(page).toHaveURL(/cal=w1\.\d+/);
  const link = page.url();
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByText(/From now on: weights × 1\.01/)).toBeVisible();
});

// The address follows the typing after half a second; both steps here come sooner.
test("what was typed last is kept by a step to another field and by a step to another page", async ({ page }) => {
  await open(page, "/estimate");
  const model = page.getByRole("combobox", { name: "Model", exact: true });
  await model.fill("meta-llama/Llama-3.1-8B");
  await page.getByRole("main").locator('a[href="#e-gpu"]').click();
  await expect(page.locator("#e-gpu")).toBeFocused();
  await expect(page).toHaveURL(/model=meta-llama/);
  await expect(model).toHaveValue("meta-llama/Llama-3.1-8B");
  await page.locator("#e-tokens").fill("3072");
  // A hand's press lasts some 80 ms; the address is written as it begins.
  await page.getByRole("link", { name: "Documentation" }).click({ delay: 80 });
  await expect(page).toHaveURL(/\/docs/);
  await page.goBack();
  await expect(page.locator("#e-tokens")).toHaveValue("3072");
  await expect(model).toHaveValue("meta-llama/Llama-3.1-8B");
});
