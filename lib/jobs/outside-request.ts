import "server-only";
import http from "node:http";
import https from "node:https";
import { resolveOutside } from "./outside-address";

export interface OutsideRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Hosts that may lie inside a private network. */
  readonly allowed: readonly string[];
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export type OutsideAnswer =
  | { readonly ok: true; readonly status: number; readonly bytes: Buffer }
  /** A sentence for people; never what the other side said. */
  | { readonly ok: false; readonly reason: string };

/** One request to somebody else's server: the name is looked up once, no redirect is followed, size and time end it. */
export async function requestOutside(ask: OutsideRequest): Promise<OutsideAnswer> {
  if (!URL.canParse(ask.url)) return { ok: false, reason: "this is no address" };
  const url = new URL(ask.url);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return { ok: false, reason: "only http and https addresses are asked" };
  const found = await resolveOutside(url, ask.allowed);
  if (!found.ok) return found;
  return new Promise((resolve) => {
    const end = (answer: OutsideAnswer) => {
      clearTimeout(timer);
      resolve(answer);
      request.destroy();
    };
    const { address, family } = found;
    const request = (url.protocol === "https:" ? https : http).request(
      url,
      {
        method: ask.method,
        headers: { ...ask.headers, ...(ask.body !== undefined && { "content-length": Buffer.byteLength(ask.body) }) },
        agent: false,
        lookup: (_name, options, done) =>
          options.all ? done(null, [{ address, family }]) : done(null, address, family),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on("data", (chunk: Buffer) => {
          size += chunk.byteLength;
          if (size > ask.maxBytes) end({ ok: false, reason: `the answer is larger than ${ask.maxBytes} bytes` });
          else chunks.push(chunk);
        });
        response.on("end", () => end({ ok: true, status: response.statusCode ?? 0, bytes: Buffer.concat(chunks) }));
        response.on("error", () => end({ ok: false, reason: "the answer broke off" }));
      },
    );
    const timer = setTimeout(
      () => end({ ok: false, reason: `no answer within ${ask.timeoutMs / 1000} s` }),
      ask.timeoutMs,
    );
    request.on("error", (err: NodeJS.ErrnoException) =>
      end({ ok: false, reason: `the connection failed (${err.code ?? "unknown"})` }),
    );
    request.end(ask.body);
  });
}
