import { type APIRequestContext, expect as plain, request } from "@playwright/test";
import { expect, open, signIn, test } from "../fixtures/app";

/** A token made on the settings page, with some scopes. */
async function tokenFor(page: import("@playwright/test").Page, scopes: readonly string[]): Promise<string> {
  await open(page, "/settings");
  const form = page.locator("#tokens form");
  await form.getByLabel("Name").fill(`token ${scopes.join(" ")}`);
  for (const s of ["read", "evidence", "outputs", "bills"])
    await page.locator(`#scope-${s}`).setChecked(scopes.includes(s));
  await form.getByRole("button", { name: "Make a token" }).click();
  const secret = await page.getByTestId("one-time-secret").textContent();
  plain(secret).toMatch(/^hr_/);
  return secret ?? "";
}

const machine = (baseURL: string, token?: string): Promise<APIRequestContext> =>
  request.newContext({ baseURL, ...(token && { extraHTTPHeaders: { authorization: `Bearer ${token}` } }) });

const ESTIMATE = {
  model: { preset: "meta-llama/Llama-3.1-8B" },
  run: { kind: "serve", maxModelLen: 8192 },
  gpu: "h100-sxm",
};

test("a stranger, a wrong and a revoked token get 401, and a narrow one 403", async ({ page, app, owner }) => {
  await signIn(page, owner);
  const token = await tokenFor(page, ["outputs"]);
  for (const api of [await machine(app.url), await machine(app.url, "hr_made-up")]) {
    for (const path of ["estimate", "advise", "judge", "bill", "evidence", "outputs", "bills"]) {
      const answer = await api.post(`/api/v1/${path}`, { data: {} });
      expect(answer.status(), path).toBe(401);
      expect(await answer.json()).toEqual({
        error: expect.objectContaining({ code: "UNAUTHENTICATED", message: expect.stringContaining("Bearer") }),
      });
    }
    const nowhere = await api.post("/api/v1/nope", { data: {} });
    expect(nowhere.status()).toBe(404);
    expect(await nowhere.json()).toMatchObject({
      error: { code: "NOT_FOUND", message: expect.stringContaining("/api/v1/nope") },
    });
  }
  const narrow = await machine(app.url, token);
  expect((await narrow.post("/api/v1/estimate", { data: ESTIMATE })).status()).toBe(403);
  expect((await narrow.post("/api/v1/evidence?name=x", { data: "x" })).status()).toBe(403);
  await page.getByRole("button", { name: "Revoke" }).first().click();
  await expect(page.getByText("A revoked token never works again.")).toBeVisible();
  await page.getByRole("button", { name: "Yes, I mean it" }).click();
  await expect(page.getByText("revoked").first()).toBeVisible();
  expect((await narrow.post("/api/v1/outputs", { data: {} })).status()).toBe(401);
});

test("the command line's answers come over REST, and no path is ever read", async ({ page, app, owner }) => {
  await signIn(page, owner);
  const api = await machine(app.url, await tokenFor(page, ["read"]));
  const one = await api.post("/api/v1/estimate", { data: ESTIMATE });
  expect(one.status()).toBe(200);
  expect(await one.json()).toMatchObject({ verdict: "fits", kv: { logicalBytesPerTokenPerGpu: 131072 } });
  const many = await api.post("/api/v1/estimate", { data: [ESTIMATE, { id: "bad", model: {} }, ESTIMATE] });
  expect(many.status()).toBe(200);
  expect(await many.json()).toMatchObject([
    { verdict: "fits" },
    { id: "bad", error: { code: expect.any(String) } },
    { verdict: "fits" },
  ]);
  for (const model of [
    { configPath: "/etc/passwd" },
    { preset: "meta-llama/Llama-3.1-8B", safetensorsIndexPath: "/etc/passwd" },
    { ggufPath: "/etc/passwd" },
  ]) {
    const answer = await api.post("/api/v1/estimate", { data: { ...ESTIMATE, model } });
    const text = await answer.text();
    expect(text).not.toContain("root:");
    expect(text).toMatch(/error|not-estimable/);
  }
  expect((await api.post("/api/v1/estimate", { data: "{" })).status()).toBe(422);
  const description = (await (await api.get("/api/v1/openapi.json")).json()) as { paths: Record<string, object> };
  expect(Object.keys(description.paths)).toContain("/api/v1/evidence");
});

test("another site's page cannot post with the visitor's cookie", async ({ page, app, owner }) => {
  await signIn(page, owner);
  const cookies = (await page.context().cookies()).map((c) => `${c.name}=${c.value}`).join("; ");
  const forged = await request.newContext({
    baseURL: app.url,
    extraHTTPHeaders: { cookie: cookies, "sec-fetch-site": "cross-site" },
  });
  expect((await forged.post("/api/v1/estimate", { data: ESTIMATE })).status()).toBe(403);
});

test("outputs sent twice with one key are recorded once", async ({ page, app, owner }) => {
  await signIn(page, owner);
  await open(page, "/briefs/new");
  await page.locator("#title").fill("Counted by a script");
  await page.locator("#kind").selectOption("experiment");
  await page.getByRole("button", { name: "Start the draft" }).click();
  await page.waitForURL(/BRF-\d+\/edit$/);
  const brief = /BRF-\d+/.exec(page.url())?.[0];
  const api = await machine(app.url, await tokenFor(page, ["outputs"]));
  const body = {
    brief,
    periodStart: "2026-10-01T00:00:00Z",
    periodEnd: "2026-10-02T00:00:00Z",
    attempted: 10,
    accepted: 8,
    rejected: 1,
    failed: 1,
    retried: 3,
  };
  const send = (data: object) => api.post("/api/v1/outputs", { data, headers: { "Idempotency-Key": "run-1" } });
  const first = await send(body);
  expect(first.status()).toBeLessThan(300);
  expect(await (await send(body)).json()).toMatchObject({ id: (await first.json()).id });
  expect((await send({ ...body, attempted: 11, accepted: 9 })).status(), "the same key for other counts").toBe(409);
  expect(
    (await api.post("/api/v1/outputs", { data: { ...body, attempted: 12 } })).status(),
    "they have to add up",
  ).toBe(422);
});

test("there is no door for signing: no path of the interface, and none that one would guess", async ({
  page,
  owner,
}) => {
  await signIn(page, owner);
  const { paths } = await (await page.request.get("/api/v1/openapi.json")).json();
  expect(Object.keys(paths).length).toBeGreaterThan(5);
  expect(Object.keys(paths).filter((path) => /sign|decide|decision|approve/i.test(path))).toEqual([]);
  for (const guess of [
    "/api/v1/reviews/REV-2/sign",
    "/api/v1/reviews/REV-2/decision",
    "/api/v1/sign",
    "/api/reviews/REV-2/sign",
  ]) {
    expect((await page.request.post(guess, { data: { decision: "extend" } })).status(), guess).toBe(404);
  }
});
