import { smiList } from "@/lib/sample/evidence";
import { expect, open, openSample, ready, signIn, test } from "../fixtures/app";

test("evidence is said to be stored when the page shows it, and not before, however slow the page is", async ({
  page,
  owner,
}) => {
  await signIn(page, owner);
  await openSample(page);
  await open(page, "/reviews");
  await page
    .getByRole("main")
    .getByRole("link", { name: /Product clips/ })
    .click();
  await page.waitForURL(/\/reviews\/REV-\d+$/);
  await ready(page);
  const section = page.locator("#evidence");
  const listed = page.locator("li[id^=evidence-]");
  const said = section.getByText(/^pasted\.txt: stored/);
  const before = await listed.count();
  // The answer of the page that is asked for afresh is held back until the sentence would long stand there.
  let answer: () => void = () => {};
  const held = new Promise<void>((go) => {
    answer = go;
  });
  const asked = page.waitForRequest((r) => r.method() === "GET" && r.headers().rsc === "1");
  await page.route(
    (url) => url.searchParams.has("_rsc"),
    async (route) => {
      await held;
      await route.continue();
    },
  );
  await section.locator("textarea").first().fill(smiList());
  await section.getByRole("button", { name: "Store evidence" }).click();
  await asked;
  await page.waitForTimeout(1_000);
  expect([await said.count(), await listed.count()]).toEqual([0, before]);
  answer();
  await expect(said).toBeVisible();
  expect(await listed.count()).toBe(before + 1);
  await expect(section.locator("textarea").first()).toHaveValue("");
});
