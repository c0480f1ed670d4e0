import { type Page, request } from "@playwright/test";
import { expect, open, ready, signIn, test } from "../fixtures/app";
import { focusBill } from "../fixtures/bill";

async function newWorkspace(page: Page, name: string): Promise<void> {
  await open(page, "/account");
  await page.locator("#new-workspace").fill(name);
  await page.getByRole("button", { name: "Create" }).click();
  await page.waitForURL("**/home");
  await ready(page);
  await expect(page.locator("aside select").first().locator("option:checked")).toHaveText(name);
}

async function token(page: Page, scopes: readonly string[]): Promise<string> {
  await open(page, "/settings");
  const form = page.locator("#tokens form");
  await form.getByLabel("Name").fill("attack");
  for (const s of ["read", "evidence", "outputs", "bills"])
    await page.locator(`#scope-${s}`).setChecked(scopes.includes(s));
  await form.getByRole("button", { name: "Make a token" }).click();
  return (await page.getByTestId("one-time-secret").textContent()) ?? "";
}

test("a token of one workspace neither sees nor writes in another", async ({ page, app, owner }) => {
  await signIn(page, owner);
  await newWorkspace(page, `Left ${Date.now()}`);
  await page.goto("/briefs/new");
  await ready(page);
  await page.locator("#title").fill("Only on the left");
  await page.locator("#kind").selectOption("experiment");
  await page.getByRole("button", { name: "Start the draft" }).click();
  await page.waitForURL(/BRF-1\/edit$/);
  await newWorkspace(page, `Right ${Date.now()}`);
  const right = await request.newContext({
    baseURL: app.url,
    extraHTTPHeaders: { authorization: `Bearer ${await token(page, ["outputs", "evidence", "bills"])}` },
  });
  const outputs = {
    brief: "BRF-1",
    periodStart: "2026-10-01T00:00:00Z",
    periodEnd: "2026-10-02T00:00:00Z",
    attempted: 1,
    accepted: 1,
    rejected: 0,
    failed: 0,
  };
  expect((await right.post("/api/v1/outputs", { data: outputs })).status()).toBe(404);
  expect((await right.post("/api/v1/evidence?review=REV-1&gate=smoke&name=x", { data: "x" })).status()).toBe(404);
  await open(page, "/briefs");
  await expect(page.getByText("Only on the left")).toHaveCount(0);
  expect((await page.goto("/briefs/BRF-1"))?.status()).toBe(404);
});

test("addresses of another workspace lead nowhere, references and ids alike", async ({ page, owner }) => {
  await signIn(page, owner);
  await newWorkspace(page, `Before ${Date.now()}`);
  await page.getByRole("button", { name: "Open the sample workspace" }).click();
  await expect(page.getByText("Sample workspace: its people")).toBeVisible({ timeout: 30_000 });
  const linked = async (from: string, link: string) => {
    await open(page, from);
    return (await page.locator(`main a[href^="${link}"]`).first().getAttribute("href")) ?? from;
  };
  const entry = await linked("/ledger", "/ledger/entry/");
  const evidence = await linked("/reviews/REV-1", "/reviews/REV-1/evidence/");
  const pages = [
    ...[entry, evidence, "/briefs/BRF-1", "/briefs/BRF-1/revisions/1", "/plans/PLN-1", "/reviews/REV-1"],
    ...["/reviews/REV-1/print", "/reviews/REV-1/compare", "/rentals/RNT-1", "/ledger/import/BILL-1", "/offers/OFF-1"],
    "/ledger/months/2026-09",
  ];
  const files = ["/api/bills/BILL-1", "/api/v1/reviews/REV-1/bundle"];
  for (const address of [...pages, ...files]) {
    expect((await page.request.get(address)).status(), `${address} is there`).toBe(200);
  }
  await newWorkspace(page, `Elsewhere ${Date.now()}`);
  for (const address of pages) expect((await page.goto(address))?.status(), address).toBe(404);
  for (const address of files) expect((await page.request.get(address)).status(), address).toBe(404);
});

test("one bill imported by ten at once enters once", async ({ page, browser, app, owner }) => {
  await signIn(page, owner);
  await newWorkspace(page, `Race ${Date.now()}`);
  await open(page, "/ledger/import");
  const buffer = Buffer.from(focusBill("1.0", "node-race", Date.UTC(2026, 8, 3)));
  await page.locator("#bill-file").setInputFiles({ name: "race.csv", mimeType: "text/csv", buffer });
  await page.waitForURL(/BILL-1$/);
  await ready(page);
  const state = await page.context().storageState();
  const tabs = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const context = await browser.newContext({ baseURL: app.url, storageState: state });
      const tab = await context.newPage();
      await open(tab, "/ledger/import/BILL-1");
      return tab;
    }),
  );
  await Promise.all(tabs.map((tab) => tab.getByRole("button", { name: /^Commit 4 entries/ }).click()));
  // Each button comes to rest: with the commit shown, or with the reason why this one wrote nothing.
  for (const tab of tabs) await expect(tab.locator("button[aria-busy=true]")).toHaveCount(0, { timeout: 30_000 });
  for (const tab of tabs) await tab.context().close();
  await open(page, "/ledger/import/BILL-1");
  await expect(page.getByText(/What was committed on/)).toBeVisible();
  await open(page, "/costs");
  // 2 × (60.00 + 0.40), once.
  await expect(page.getByText("120.80").first()).toBeVisible();
  await expect(page.getByText("241.60")).toHaveCount(0);
});

test("files that are no bills are kept and named, and nothing enters the ledger", async ({ page, owner }) => {
  await signIn(page, owner);
  await newWorkspace(page, `Bad files ${Date.now()}`);
  const files = {
    "empty.csv": "",
    "header-only.csv": `${focusBill("1.0", "n", Date.UTC(2026, 8, 3)).split("\n")[0]}\n`,
    "picture.csv": "\u0089PNG\r\n\u001a\n\u0000\u0000\u0000",
    "other.csv": "a,b,c\n1,2,3\n",
  };
  for (const [name, text] of Object.entries(files)) {
    await open(page, "/ledger/import");
    await page.locator("#bill-file").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text, "latin1") });
    await expect(
      page
        .locator("main")
        .getByText(/empty|No row|not a bill|no rows|cannot be read|not recognised|unknown|no header|format/i)
        .first(),
      name,
    ).toBeVisible();
    await expect(page.getByRole("button", { name: /^Commit \d/ })).toHaveCount(0);
  }
  await open(page, "/ledger");
  await expect(page.locator("tbody tr")).toHaveCount(0);
});
