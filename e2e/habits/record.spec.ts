import { expect, open, ready, signIn, test } from "../fixtures/app";

interface Bundle {
  readonly digest: string;
  readonly record: {
    readonly brief: { readonly digest: string };
    readonly plan: { readonly digest: string };
    readonly evidence: readonly { readonly sha256: string }[];
    readonly card: { readonly statements: Readonly<Record<string, { readonly text: string }>> };
  };
}

test("the record of a signed review, printed to PDF, is the snapshot that was signed", async ({ page, owner }) => {
  await signIn(page, owner);
  const button = page.getByRole("button", { name: "Open the sample workspace" });
  if (await button.isVisible()) await button.click();
  await expect(page.getByText("Sample workspace: its people")).toBeVisible({ timeout: 30_000 });
  await ready(page);
  await open(page, "/reviews/REV-1/print");
  const answer = await page.request.get("/api/v1/reviews/REV-1/bundle");
  const { digest, record } = (await answer.json()) as Bundle;
  await page.emulateMedia({ media: "print" });
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden on paper must not count as printed
  const text = await page.locator("main").innerText();
  const texts = Object.values(record.card.statements).map((s) => s.text.trim());
  const parts = [digest, record.brief.digest, record.plan.digest, ...record.evidence.map((e) => e.sha256), ...texts];
  expect(parts.length).toBeGreaterThan(5);
  for (const part of parts.filter((p) => p !== "")) expect(text).toContain(part);
  // What is for the screen alone is not on paper.
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  const pdf = await page.pdf({ format: "A4" });
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  expect(pages).toBeGreaterThan(0);
  expect(pages).toBeLessThan(6);
});
