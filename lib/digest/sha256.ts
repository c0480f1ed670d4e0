import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

interface Running {
  update(data: string | Uint8Array): unknown;
  digest(encoding: "hex"): string;
}

/** What of `node:crypto` is used here; `hash` came after the first Node 20. */
interface NodeCrypto {
  hash?(algorithm: "sha256", data: string | Uint8Array, encoding: "hex"): string;
  createHash(algorithm: "sha256"): Running;
}

/** Asked for by name and not imported: the same code runs in browsers, which have none. */
const node = (
  globalThis as { process?: { getBuiltinModule?: (id: "node:crypto") => NodeCrypto | undefined } }
).process?.getBuiltinModule?.("node:crypto");

const bytesOf = (data: string | Uint8Array): Uint8Array => (typeof data === "string" ? utf8ToBytes(data) : data);

const plain = (data: string | Uint8Array): string => bytesToHex(sha256(bytesOf(data)));

/** SHA-256 of bytes, or of a text as UTF-8: lower-case hexadecimal. Node's own where there is one, ten times as quick. */
export function sha256Hex(data: string | Uint8Array): string {
  return node?.hash ? node.hash("sha256", data, "hex") : plain(data);
}

/** The same of data that comes piece by piece. */
export function runningSha256(): Running {
  if (node) return node.createHash("sha256");
  const hash = sha256.create();
  return { update: (data) => hash.update(bytesOf(data)), digest: () => bytesToHex(hash.digest()) };
}

/** What a browser does, for the comparison with Node's. */
export const sha256HexWithoutNode = plain;
