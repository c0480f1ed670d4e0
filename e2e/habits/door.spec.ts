import { expect, open, ready, signIn, test } from "../fixtures/app";
import { axe } from "../fixtures/axe";

test("the set-up link works once, and then nobody else becomes owner", async ({ page, app, owner }) => {
  expect(owner.name).toBe("Olga");
  await open(page, app.setupLink);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This set-up link does not work any more");
});

test("a wrong password says nothing about the account, and keeps the e-mail", async ({ page, owner }) => {
  await open(page, "/login");
  for (const email of [owner.email, "nobody@example.test"]) {
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert").first()).toContainText("do not fit together");
    await expect(page.getByLabel("E-mail")).toHaveValue(email);
  }
});

test("signed out, every room asks for a sign-in and then opens, with all that its address says", async ({
  page,
  owner,
}) => {
  for (const room of [
    "/home",
    "/briefs",
    "/offers",
    "/reviews",
    "/rentals",
    "/ledger",
    "/outputs",
    "/costs",
    "/settings",
    "/account",
  ]) {
    const answer = await page.goto(room);
    expect(answer?.status(), room).toBe(401);
    await expect(page.getByRole("heading", { level: 1 }), room).toHaveText("Sign in");
  }
  expect(await axe(page)).toEqual([]);
  await page.goto("/briefs?q=chat#filter");
  await ready(page);
  await page.getByLabel("E-mail").fill(owner.email);
  await page.getByLabel("Password").fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Briefs");
  await expect(page).toHaveURL(/\/briefs\?q=chat#filter$/);
  await expect(page.locator("main input[name=q]")).toHaveValue("chat");
});

test("language and theme hold over pages", async ({ page, owner }) => {
  await signIn(page, owner);
  await page.locator("aside").getByLabel("Language").selectOption("pl");
  await expect(page.locator("html")).toHaveAttribute("lang", "pl");
  await page.goto("/briefs");
  await ready(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Opisy obciążenia");
  await page.locator("aside select[id$=theme]").selectOption("dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await axe(page)).toEqual([]);
});
