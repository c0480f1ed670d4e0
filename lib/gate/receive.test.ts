import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sha256Hex } from "@/lib/digest/sha256";
import { receiveBody } from "./receive";

const LIMIT = 64 * 1024 * 1024;

/** A body that counts how much of it was asked for. */
function body(pieces: number, pieceBytes: number, headers: Record<string, string> = {}) {
  let asked = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (asked >= pieces) return controller.close();
      asked += 1;
      controller.enqueue(new Uint8Array(pieceBytes).fill(asked % 251));
    },
  });
  const request = new Request("http://localhost/", {
    method: "PUT",
    body: stream,
    headers,
    duplex: "half",
  } as RequestInit);
  return { request, asked: () => asked };
}

it("an upload of 100 MB is refused by its header before a byte is read", async () => {
  const { request, asked } = body(100, 1024 * 1024, { "content-length": String(100 * 1024 * 1024) });
  await expect(receiveBody(request, LIMIT)).rejects.toMatchObject({ code: "TOO_MUCH" });
  expect(asked()).toBeLessThanOrEqual(1);
});

it("one that does not tell its length is refused as soon as it passes the limit", async () => {
  const { request, asked } = body(1000, 1024 * 1024);
  await expect(receiveBody(request, 2 * 1024 * 1024)).rejects.toMatchObject({ code: "TOO_MUCH" });
  expect(asked()).toBeLessThanOrEqual(4);
});

it("one that is taken lies in a file until it is discarded", async () => {
  const received = await receiveBody(body(3, 1000).request, LIMIT);
  const parts: Buffer[] = [];
  for await (const chunk of received.chunks()) parts.push(Buffer.from(chunk));
  const bytes = Buffer.concat(parts);
  expect([received.size, received.sha256]).toEqual([3000, sha256Hex(bytes)]);
  await received.discard();
  await expect(async () => {
    for await (const chunk of received.chunks()) readFileSync(chunk as unknown as string);
  }).rejects.toThrow(/ENOENT/);
});
