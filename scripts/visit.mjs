/** The built application on a fresh database of its own, and a person who has signed up and opened the sample. */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { ensureBuild } from "./build.mjs";
import { findChromium } from "./chromium.mjs";
import { root } from "./run.mjs";

/** Starts the application on an empty data folder; gives its address, its one-time link and how it is stopped. */
export async function startFresh(name, { port, pgPort }) {
  await ensureBuild();
  const data = path.join(root, ".data", name);
  rmSync(data, { recursive: true, force: true });
  const env = { ...process.env, PORT: port, HEADROOM_DATA_DIR: data, HEADROOM_PG_PORT: pgPort };
  delete env.DATABASE_URL;
  const server = spawn(process.execPath, ["scripts/start.mjs"], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const link = await new Promise((resolve, reject) => {
    let said = "";
    const hear = (chunk) => {
      said += chunk;
      const found = /First visit, once: (\S+)/.exec(said)?.[1];
      if (found && said.includes("Ready in")) resolve(found);
    };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.once("exit", (code) => reject(new Error(`the start ended (${code}):\n${said}`)));
  });
  return { base: `http://127.0.0.1:${port}`, data, link, stop: () => server.kill("SIGTERM") };
}

/** A browser whose page has signed up through the one-time link; it stands in the person's own workspace. */
export async function signUp({ base, link }, context = {}) {
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({ executablePath: await findChromium(), args });
  const page = await (await browser.newContext({ baseURL: base, ...context })).newPage();
  await page.goto(link);
  await ready(page);
  await page.getByLabel("Your name").fill("Olga");
  await page.getByLabel("E-mail").fill("olga@example.test");
  await page.getByLabel("Password").fill("a long enough secret");
  await page.getByLabel("Name of the workspace").fill("Vision team");
  await page.getByRole("button", { name: "Create account and workspace" }).click();
  await page.waitForURL("**/home");
  await ready(page);
  return { browser, page };
}

/** Opens the sample workspace on a page that has signed up. */
export async function openSample(page) {
  await page.getByRole("button", { name: "Open the sample workspace" }).click();
  await page.getByText("Sample workspace: its people").waitFor();
}

/** Waits until scripts have taken over. */
export const ready = (page) => page.locator("html[data-ready=yes]").waitFor({ state: "attached" });
