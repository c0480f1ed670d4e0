import { writeFileSync } from "node:fs";
import { VIDEO_BRIEF } from "@/lib/sample/briefs";
import { expect, open, ready, signIn, test } from "../fixtures/app";
import { axe } from "../fixtures/axe";
import { control, fillBrief, saved, startBrief, unfold } from "../fixtures/brief";

test("a request that only names a card is no brief: what is missing is listed with links", async ({ page, owner }) => {
  await signIn(page, owner);
  await startBrief(page, "We need an H100", "interactive-inference");
  await control(page, "memoryShape.acceleratorId").fill("h100-sxm");
  await page.getByRole("button", { name: "Save as a revision" }).click();
  const summary = page.getByRole("alert").first();
  await expect(summary).toContainText("a card's name alone is no brief");
  await expect(summary).toBeFocused();
  await summary
    .getByRole("link", { name: /One accepted output is/ })
    .first()
    .click();
  await expect(control(page, "outcome.acceptedOutput")).toBeInViewport();
  expect(await axe(page)).toEqual([]);
});

test("the draft saves itself, and a double click makes one revision", async ({ page, owner }) => {
  await signIn(page, owner);
  const ref = await startBrief(page, "Clips", "rendering-media");
  await fillBrief(page, VIDEO_BRIEF);
  await saved(page);
  await page.reload();
  await ready(page);
  await expect(control(page, "outcome.acceptedOutputRule")).toHaveValue(VIDEO_BRIEF.outcome?.acceptedOutputRule ?? "");
  await expect(page.getByText("Nothing is missing.")).toBeVisible();
  await page.getByRole("button", { name: "Save as a revision" }).dblclick();
  await page.waitForURL(new RegExp(`${ref}$`));
  await ready(page);
  await expect(page.getByRole("link", { name: /^Revision \d+$/ })).toHaveText(["Revision 1"]);
  await expect(page.getByRole("heading", { name: "What to rent" })).toBeVisible();
  // What was measured later stands beside it, and the saved revision stays as it is.
  const digest = await page.locator("code").first().textContent();
  await page.getByText("Attach a measurement").click();
  await page.getByRole("button", { name: "Attach", exact: true }).click();
  await expect(page.getByLabel("Measured peak, GiB")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Measured peak, GiB").fill("16,2");
  await page.getByRole("button", { name: "Attach", exact: true }).click();
  const beside = page.getByRole("table", { name: "Calibrate with a measurement" });
  await expect(beside.getByRole("row", { name: /Peak/ })).toContainText("16.20");
  await expect(page.getByText(/^Peak: estimated .* with the measurement 15\.7–16\.7\sGiB\.$/)).toBeVisible();
  await expect(page.locator("code").first()).toHaveText(digest ?? "");
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(beside).toHaveCount(0);
});

test("two tabs on one draft: nothing is lost, and the later one decides", async ({ page, owner }) => {
  await signIn(page, owner);
  const ref = await startBrief(page, "Two tabs", "experiment");
  const other = await page.context().newPage();
  await open(other, `/briefs/${ref}/edit`);
  await control(page, "summary").fill("from the first tab");
  await saved(page);
  await control(other, "summary").fill("from the second tab");
  await expect(other.getByText("This draft was changed elsewhere meanwhile")).toBeVisible();
  await expect(control(other, "summary")).toHaveValue("from the second tab");
  await other.getByRole("button", { name: "Write mine over it" }).click();
  await saved(other);
  await page.reload();
  await ready(page);
  await expect(control(page, "summary")).toHaveValue("from the second tab");
});

test("1.234 is read as the reader's language writes numbers", async ({ page, owner }) => {
  await signIn(page, owner);
  const ref = await startBrief(page, "Numbers", "interactive-inference");
  const typed = { en: "1.234", id: "1.234", pl: "1 234,5" } as const;
  const stored = { en: "1.234", id: "1234", pl: "1234,5" } as const;
  for (const language of ["en", "id", "pl"] as const) {
    await page.locator("aside").locator("select[id$=language]").selectOption(language);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await page.goto(`/briefs/${ref}/edit`);
    await ready(page);
    await control(page, "outcome.acceptableWaitMs").fill(typed[language]);
    await saved(page);
    await page.reload();
    await ready(page);
    await expect(control(page, "outcome.acceptableWaitMs")).toHaveValue(stored[language]);
  }
  await control(page, "outcome.acceptableWaitMs").fill("soon");
  await saved(page);
  await page.reload();
  await ready(page);
  await expect(control(page, "outcome.acceptableWaitMs"), "what cannot be read is kept word for word").toHaveValue(
    "soon",
  );
});

test("a config.json that is none is refused by name, and the field stays", async ({ page, owner }, info) => {
  await signIn(page, owner);
  await startBrief(page, "Own model", "interactive-inference");
  await control(page, "memoryShape.modelSource").selectOption("config");
  await unfold(page);
  const upload = page.getByLabel("Or upload config.json");
  const file = (name: string, text: string) => {
    const at = info.outputPath(name);
    writeFileSync(at, text);
    return at;
  };
  await upload.setInputFiles(file("notes.txt", "not JSON"));
  await expect(page.getByText(/notes\.txt is no config\.json/)).toBeVisible();
  await upload.setInputFiles(file("huge.json", `{"a":"${"x".repeat(2_100_000)}"}`));
  await expect(page.getByText(/huge\.json is 2\sMB/)).toBeVisible();
  const config = {
    model_type: "llama",
    architectures: ["LlamaForCausalLM"],
    hidden_size: 4096,
    num_hidden_layers: 32,
    num_attention_heads: 32,
    num_key_value_heads: 8,
    intermediate_size: 14336,
    vocab_size: 128256,
    max_position_embeddings: 8192,
    torch_dtype: "bfloat16",
  };
  await upload.setInputFiles(
    file("config.json", JSON.stringify(config).replace('"hidden_size"', '"rope_theta":Infinity,"hidden_size"')),
  );
  await expect(page.getByText(/config\.json was read into the field/)).toBeVisible();
  await control(page, "memoryShape.runKind").selectOption("serve");
  await control(page, "memoryShape.contextTokens").fill("4096");
  await control(page, "memoryShape.concurrency").fill("8");
  await control(page, "memoryShape.acceleratorId").fill("h100-sxm");
  await expect(page.getByRole("status").filter({ hasText: "Fits" })).toBeVisible();
  await saved(page);
});
