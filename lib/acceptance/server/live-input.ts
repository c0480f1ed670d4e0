import { z } from "zod";
import { DEFAULT_SELECTOR, LIVE_EVERY_SECONDS, LIVE_KINDS, type LiveKind } from "../live";

const number = z.number().int().positive();

export const startLiveInput = z.strictObject({
  number,
  kind: z.enum(LIVE_KINDS),
  address: z.string().trim().min(1).max(2_000),
  /** Of Prometheus' series; not asked for a page of metrics. */
  selector: z.string().trim().max(1_000).default(DEFAULT_SELECTOR),
  everySeconds: z.union(LIVE_EVERY_SECONDS.map((s) => z.literal(s))),
  minutes: z.number().int().min(1).max(1_440),
});
export const stopLiveInput = z.strictObject({ number, id: z.uuid() });
export const liveHostInput = z.strictObject({
  /** A name or an address, with a port where only that one may be asked. */
  host: z
    .string()
    .trim()
    .toLowerCase()
    .max(260)
    .regex(/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]|[0-9a-f:]*:[0-9a-f:.]+)(?::\d{1,5})?$/),
  inside: z.boolean(),
});
export const forgetHostInput = z.strictObject({ host: z.string().max(260) });

export type LiveUrl =
  | { readonly ok: true; readonly url: string; readonly host: string; readonly hostAndPort: string }
  | { readonly ok: false; readonly code: "no-address" | "no-http" | "no-password" | "no-selector" };

/**
 * The address that is asked: the page as given, or Prometheus' federation of the series that a selector names. A name and
 * password inside it would be stored for everybody to read: refused.
 */
export function liveUrl(kind: LiveKind, address: string, selector: string): LiveUrl {
  if (!URL.canParse(address.trim())) return { ok: false, code: "no-address" };
  const read = new URL(address.trim());
  if (read.protocol !== "http:" && read.protocol !== "https:") return { ok: false, code: "no-http" };
  if (read.username !== "" || read.password !== "") return { ok: false, code: "no-password" };
  const host = read.hostname.toLowerCase().replace(/^\[|\]$/g, "");
  const named = { host, hostAndPort: read.host.toLowerCase() };
  read.hash = "";
  if (kind === "metrics") return { ok: true, url: read.href, ...named };
  if (!/^[a-zA-Z_:]?[\w:]*\{.+\}$/.test(selector.trim())) return { ok: false, code: "no-selector" };
  read.pathname = `${read.pathname.replace(/\/+$/, "")}/federate`;
  read.search = `?match%5B%5D=${encodeURIComponent(selector.trim())}`;
  return { ok: true, url: read.href, ...named };
}
