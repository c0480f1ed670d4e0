import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Refusal } from "@/lib/errors";

export interface ReceivedBody {
  readonly sha256: string;
  readonly size: number;
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** Takes the file away; call it in any case. */
  readonly discard: () => Promise<void>;
}

/**
 * Takes a request's body into a file, a piece at a time, before any transaction opens: whoever sends slowly holds no
 * connection, and no length takes memory. Refused as soon as it passes the limit: the header may lie, the stream cannot.
 */
export async function receiveBody(request: Request, maxBytes: number): Promise<ReceivedBody> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes)
    throw new Refusal("TOO_MUCH", { data: { maxBytes } });
  const name = path.join(os.tmpdir(), `headroom-bill-${randomUUID()}`);
  const file = await open(name, "wx", 0o600);
  const discard = () => rm(name, { force: true });
  const hash = createHash("sha256");
  let size = 0;
  try {
    const reader = request.body?.getReader();
    while (reader) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) {
        await reader.cancel();
        throw new Refusal("TOO_MUCH", { data: { maxBytes } });
      }
      hash.update(value);
      await file.write(value);
    }
  } catch (problem) {
    await file.close();
    await discard();
    throw problem;
  }
  await file.close();
  return { sha256: hash.digest("hex"), size, chunks: () => createReadStream(name), discard };
}
