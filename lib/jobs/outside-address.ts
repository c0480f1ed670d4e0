import "server-only";
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

/** Addresses that are not the open internet: this machine, private networks, link-local (cloud metadata too), and the rest. */
const INSIDE = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  INSIDE.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of [
  ["::", 128],
  ["::1", 128],
  ["64:ff9b::", 96],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  INSIDE.addSubnet(network, prefix, "ipv6");

/** True for an address of the open internet; IPv4 written as IPv6 counts as what it is. */
export function isOutside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return isOutside(mapped);
  const family = isIP(address);
  if (family === 0 || /^::ffff:/i.test(address)) return false;
  return !INSIDE.check(address, family === 4 ? "ipv4" : "ipv6");
}

export type Resolved =
  | { readonly ok: true; readonly address: string; readonly family: 4 | 6 }
  | { readonly ok: false; readonly reason: string };

/**
 * Looks a host up once; the connection then goes to this very address, so that a name cannot point elsewhere a moment
 * later. Every address of the name has to be outside, unless the host stands on the list of those that are allowed.
 *
 * @param allowed hosts (`name` or `name:port`, lower case) that may lie inside
 */
export async function resolveOutside(url: URL, allowed: readonly string[]): Promise<Resolved> {
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const listed = allowed.includes(host) || allowed.includes(url.host.toLowerCase());
  let found: { address: string; family: number }[];
  try {
    found = await lookup(host, { all: true });
  } catch {
    return { ok: false, reason: `the name ${host} is not known` };
  }
  const first = found[0];
  if (!first) return { ok: false, reason: `the name ${host} is not known` };
  if (!listed && found.some((f) => !isOutside(f.address)))
    return { ok: false, reason: `${host} lies inside a private network and is not on the list of allowed hosts` };
  return { ok: true, address: first.address, family: first.family === 6 ? 6 : 4 };
}
