import { gzipSync } from "fflate";
import { expect, open, openSample, signIn, test } from "../fixtures/app";

test("an archive that is dropped becomes the outputs inside it; a damaged one is refused by name", async ({
  page,
  owner,
}) => {
  await signIn(page, owner);
  await openSample(page);
  await open(page, "/reviews/REV-2");
  const upload = page.getByLabel("Files", { exact: true });
  const packed = Buffer.from(gzipSync(new TextEncoder().encode("GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-6d1f0f5e)\n")));
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/gzip", buffer });
  await upload.setInputFiles(file("cut.txt.gz", packed.subarray(0, 15)));
  await expect(page.getByText("cut.txt.gz is damaged or cut: nothing of it was taken.")).toBeVisible();
  await upload.setInputFiles(file("nvidia-smi-L.txt.gz", packed));
  await expect(page.getByRole("listitem").filter({ hasText: /^nvidia-smi-L\.txt/ })).toBeVisible();
  await page.getByRole("button", { name: "Store evidence" }).click();
  await expect(page.getByText("nvidia-smi-L.txt: stored, read as nvidia-smi-L.")).toBeVisible();
});
