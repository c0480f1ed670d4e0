import { smiList } from "@/lib/sample/evidence";
import { expect, join, open, openSample, type Person, ready, signIn, test } from "../fixtures/app";
import { Newcomer } from "../fixtures/newcomer";

const NEW: Person = { name: "Nadia", email: "nadia@example.test", password: "another long secret" };

test("four tasks of somebody who is new here, each from the start in a few clicks", async ({
  page,
  browser,
  app,
  owner,
}) => {
  test.setTimeout(240_000);
  await signIn(page, owner);
  // Everybody has a sample workspace of their own, in which they may do everything.
  const theirs = await join(page, browser, app.url, NEW, ["viewer"]);
  await openSample(theirs);
  const main = theirs.locator("main");
  const work = main.locator("section").filter({ has: theirs.getByRole("heading", { name: "Work at hand" }) });
  const chat = work.getByRole("listitem").filter({ hasText: "Support chat" });
  const fromTheStart = async () => {
    await theirs.goto("/home");
    await ready(theirs);
    return new Newcomer(theirs);
  };

  await test.step("the start names each piece of work and leads to where it has come", async () => {
    await fromTheStart();
    const addresses = await chat.getByRole("link").evaluateAll((links) => links.map((a) => a.getAttribute("href")));
    expect(addresses).toEqual([
      "/briefs/BRF-1",
      "/plans/PLN-1",
      "/reviews/REV-1",
      "/rentals/RNT-2",
      "/costs?brief=BRF-1",
    ]);
    await expect(work.getByRole("listitem")).toHaveCount(3);
  });

  const find = await test.step("find the cheapest card that fits", async () => {
    const newcomer = await fromTheStart();
    await newcomer.press(chat.getByRole("link", { name: /Support chat/ }));
    await newcomer.press(main.getByRole("link", { name: "Find what fits" }));
    await expect(theirs.getByRole("status").filter({ hasText: "Cheapest per accepted output" })).toContainText(
      /1 × NVIDIA/,
    );
    return newcomer;
  });

  const send = await test.step("send evidence", async () => {
    const newcomer = await fromTheStart();
    await newcomer.press(work.getByRole("link", { name: "Review REV-3" }));
    await newcomer.press(main.getByRole("link", { name: "Evidence", exact: true }));
    const form = theirs.locator("#evidence");
    await expect(form.getByText(/^The trial ended on .+: what is added now/)).toBeVisible();
    const before = await theirs.locator("[id^=evidence-]").count();
    await newcomer.write(form.locator("textarea").first(), smiList());
    await newcomer.choose(form.locator("select[id$=-gate]"), "smoke");
    await newcomer.press(form.getByRole("button", { name: "Store evidence" }));
    await expect(theirs.locator("[id^=evidence-]")).toHaveCount(before + 1);
    return newcomer;
  });

  const sign = await test.step("sign", async () => {
    const newcomer = await fromTheStart();
    await newcomer.press(main.getByRole("link", { name: /^REV-2/ }));
    await newcomer.press(theirs.locator("#sign-decision-extend"));
    await newcomer.write(theirs.locator("#sign-conditions"), "Recovery is drilled within two weeks");
    await newcomer.write(theirs.locator("#sign-confirmation"), "REV-2");
    await newcomer.press(theirs.getByRole("button", { name: "Sign", exact: true }));
    await expect(theirs.getByText(/Signed by Nadia/)).toBeVisible();
    return newcomer;
  });

  const explain = await test.step("explain a month's cost and hold it against its invoice", async () => {
    const newcomer = await fromTheStart();
    await newcomer.press(chat.getByRole("link", { name: "Costs" }));
    await expect(main.getByRole("heading", { name: /^Why .+ differs from/ })).toBeVisible();
    await expect(main.getByText(/One accepted output cost .+ (less|more)/)).toBeVisible();
    const month = main.locator('a[href^="/ledger/months/"]').last();
    const name = (await month.textContent()) as string;
    await newcomer.press(month);
    await expect(main.getByRole("heading", { level: 1 })).toContainText(name);
    return newcomer;
  });

  const clicks = { find: find.clicks, send: send.clicks, sign: sign.clicks, explain: explain.clicks };
  console.log(`clicks from the start: ${JSON.stringify(clicks)}`);
  expect(clicks).toEqual({ find: 2, send: 6, sign: 5, explain: 2 });
});

// Signed out: a workspace may hold offers that another test read in, and then a price is known.
test("without a brief the search stands in line, and a model and a price are enough", async ({ page }) => {
  await open(page, "/sweep");
  for (const name of ["conc", "weights", "offers"]) {
    const box = await page.locator(`section:has([id^="s-${name}"])`).last().boundingBox();
    expect(box?.width, name).toBeGreaterThan(300);
  }
  await page.locator("#s-model").fill("Qwen/Qwen3-8B");
  // Without a price nothing is called the cheapest: the smallest is named, and where prices are typed.
  const priceless = page.getByRole("status").filter({ hasText: "No price is known" });
  await expect(priceless).toContainText("The smallest that fits: 1 × NVIDIA");
  await expect(page.getByRole("status").filter({ hasText: /^Cheapest/ })).toHaveCount(0);
  await priceless.getByRole("link", { name: "prices" }).click();
  await expect(page.locator("#s-offers")).toBeFocused();
  await page.locator("#s-offers").fill("l40s, 0.90, USD\nh100-sxm, 2.69, USD");
  await expect(page.getByRole("status").filter({ hasText: "Cheapest that fits, by the hour" })).toContainText("L40S");
  // A limit of speed without a load cannot be judged: it says so, where to mend it, and what the memory alone says.
  await page.locator("#s-ttft").fill("500");
  const lacks = page.getByRole("status").filter({ hasText: "No way can be judged by its speed yet" });
  await expect(lacks).toContainText("By memory alone the cheapest is 1 × NVIDIA L40S");
  await lacks.getByRole("link", { name: "tokens in" }).click();
  await expect(page.locator("#s-in")).toBeFocused();
});
