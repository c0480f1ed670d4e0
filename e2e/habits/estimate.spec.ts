import { expect, test } from "../fixtures/app";

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
