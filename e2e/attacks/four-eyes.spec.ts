import { type Browser, type Page, request } from "@playwright/test";
import { expect, join, open, ready, signIn, test } from "../fixtures/app";

/*
 * The sample workspace has a review that waits for a signature (REV-2). Its visitor holds every role and has written
 * nothing in it: so far they may sign. Each attack makes them a contributor, or changes what they read, first.
 */

async function intoSample(page: Page): Promise<void> {
  await open(page, "/home");
  const button = page.getByRole("button", { name: "Open the sample workspace" });
  if (await button.isVisible()) await button.click();
  await expect(page.getByText("Sample workspace: its people")).toBeVisible({ timeout: 30_000 });
  await ready(page);
}

async function fresh(owner: Page, browser: Browser, url: string, name: string): Promise<Page> {
  const who = { name, email: `${name.toLowerCase()}-${Date.now()}@example.test`, password: "a secret of their own" };
  const page = await join(owner, browser, url, who, ["viewer"]);
  await intoSample(page);
  return page;
}

async function fillDecision(page: Page): Promise<void> {
  await page.locator("#sign-decision-stop").check();
  await page.locator("#sign-confirmation").fill("REV-2");
}

test("who contributes between reading and signing is refused, by the action as by the page", async ({
  page,
  browser,
  app,
  owner,
}) => {
  await signIn(page, owner);
  const signer = await fresh(page, browser, app.url, "Selma");
  await open(signer, "/reviews/REV-2/sign");
  await fillDecision(signer);
  // The same person edits the brief's draft in another tab: from now on they are a contributor.
  const other = await signer.context().newPage();
  await open(other, "/briefs/BRF-2/edit");
  await other.locator("#f-summary").fill("Also mine now");
  await expect(other.locator("[data-save=saved]")).toBeVisible();
  await expect.poll(() => other.locator("[data-save]").first().textContent()).toMatch(/^Saved/);
  await signer.getByRole("button", { name: "Sign", exact: true }).click();
  await expect(signer.getByText(/wrote, edited or uploaded/).first()).toBeVisible();
  await open(signer, "/reviews/REV-2/sign");
  await expect(signer.getByText("You cannot sign this review")).toBeVisible();
  await expect(signer.getByRole("button", { name: "Sign", exact: true })).toHaveCount(0);
});

test("who sends evidence by token becomes a contributor too", async ({ page, browser, app, owner }) => {
  await signIn(page, owner);
  const signer = await fresh(page, browser, app.url, "Tilda");
  await open(signer, "/settings");
  await signer.locator("#tokens form").getByLabel("Name").fill("ci");
  await signer.locator("#tokens form").getByRole("button", { name: "Make a token" }).click();
  const token = (await signer.getByTestId("one-time-secret").textContent()) ?? "";
  const api = await request.newContext({ baseURL: app.url, extraHTTPHeaders: { authorization: `Bearer ${token}` } });
  const send = (review: string, key: string) =>
    api.post(`/api/v1/evidence?review=${review}&gate=smoke&name=smi.txt`, {
      headers: { "Idempotency-Key": key },
      data: "GPU 0: NVIDIA L40S (UUID: GPU-11111111-2222-3333-4444-555555555555)\n",
    });
  expect((await send("REV-2", "k1")).status(), "submitted: withdraw first").toBe(409);
  const first = await send("REV-3", "k2");
  expect(first.status()).toBeLessThan(300);
  const again = await send("REV-3", "k2");
  expect(await again.json()).toMatchObject({ id: (await first.json()).id, again: true });
  expect((await send("REV-9999", "k3")).status()).toBe(404);
  await open(signer, "/reviews/REV-3/sign");
  await expect(signer.getByText("You cannot sign this review")).toBeVisible();
});

test("a stale digest is refused, nothing is written, and what changed is shown", async ({
  page,
  browser,
  app,
  owner,
}) => {
  await signIn(page, owner);
  const signer = await fresh(page, browser, app.url, "Ursel");
  const author = await join(
    signer,
    browser,
    app.url,
    { name: "Aron", email: `a-${Date.now()}@example.test`, password: "a secret of their own" },
    ["author"],
  );
  await open(signer, "/reviews/REV-2/sign");
  await fillDecision(signer);
  // Meanwhile an author takes the review back, adds evidence and submits it again: the digest that was read is no more.
  await open(author, "/reviews/REV-2");
  await author.getByRole("button", { name: "Withdraw" }).click();
  await expect(author.getByText("withdrawn").first()).toBeVisible();
  await author.getByLabel("Pasted output").first().fill("GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-0aa0)\n");
  await author.getByRole("button", { name: "Store evidence" }).first().click();
  await expect(author.getByRole("heading", { name: "pasted.txt" })).toBeVisible();
  await author.getByRole("button", { name: "Submit for signature" }).first().click();
  await expect(author.getByRole("button", { name: "Withdraw" })).toBeVisible();
  await signer.getByRole("button", { name: "Sign", exact: true }).click();
  await expect(signer.locator("main")).toContainText("What you read is no longer what would be signed");
  await open(signer, "/reviews/REV-2");
  await expect(signer.getByText(/Signed by/)).toHaveCount(0);
});

test("an unsigned trial cannot go on, and a viewer writes nothing", async ({ page, browser, app, owner }) => {
  await signIn(page, owner);
  const inside = await fresh(page, browser, app.url, "Vera");
  await open(inside, "/plans/PLN-2");
  await expect(inside.getByRole("button", { name: "Continue as a longer rental" })).toHaveCount(0);
  await open(page, "/settings");
  const stranger = await join(
    page,
    browser,
    app.url,
    { name: "Xenia", email: `x-${Date.now()}@example.test`, password: "a secret of their own" },
    ["viewer"],
  );
  // A viewer is told so before typing, and the ledger's page has no button for them.
  expect((await stranger.goto("/briefs/new"))?.status()).toBe(403);
  expect((await stranger.goto("/offers/new"))?.status()).toBe(403);
});

test("one person cannot give both of two signatures, and the first alone signs nothing", async ({
  page,
  browser,
  app,
  owner,
}) => {
  await signIn(page, owner);
  const signer = await fresh(page, browser, app.url, "Zofia");
  await open(signer, "/settings/signing");
  await signer.locator("#policy-amount").fill("1");
  await signer.locator("#policy").getByRole("button", { name: "Save" }).click();
  await expect(signer.locator("#policy").getByText(/two people sign\./)).toBeVisible();
  await open(signer, "/reviews/REV-2/sign");
  await expect(signer.getByText("Two people sign this review")).toBeVisible();
  await fillDecision(signer);
  await signer.getByRole("button", { name: "Sign", exact: true }).click();
  await signer.waitForURL("**/reviews/REV-2");
  await expect(signer.getByText("One of two signatures is given")).toBeVisible();
  await expect(signer.getByText("waiting for signature").first()).toBeVisible();
  await open(signer, "/reviews/REV-2/sign");
  await expect(signer.getByText("You cannot sign this review")).toBeVisible();
  await expect(signer.getByText(/have signed this already/)).toBeVisible();
  await expect(signer.getByRole("button", { name: "Sign", exact: true })).toHaveCount(0);
});
