import { defineConfig, devices } from "@playwright/test";

/** Debian's Chromium as root needs no sandbox, and must not look for its maker's servers. */
const launchOptions = {
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: [
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

export default defineConfig({
  testDir: ".",
  // What takes too long for every change is asked for by `npm run test:long` alone.
  testIgnore: process.env.HEADROOM_LONG === "yes" ? [] : ["long/**"],
  outputDir: "../test-results",
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // A busy machine may take its time: what hangs is found as well after three minutes.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json"]],
  use: {
    // A trace costs a third of the time, so it is asked for: HEADROOM_TRACE=yes npm test.
    trace: process.env.HEADROOM_TRACE === "yes" ? "retain-on-failure" : "off",
    launchOptions,
    ...devices["Desktop Chrome"],
    viewport: { width: 1280, height: 900 },
  },
});
