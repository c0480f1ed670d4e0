import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";

/** A longer address is cut by some servers and messengers: such a config stays on the page only. */
export const CONFIG_ADDRESS_LIMIT = 8_000;
/** A config is a few kilobytes; what unpacks to more is no config of ours. */
const UNPACKED_LIMIT = 1_000_000;

/** The text of a config, compressed for an address; null when it would be too long there. */
export function packConfig(text: string): string | null {
  if (text.length > UNPACKED_LIMIT) return null;
  const packed = deflateSync(strToU8(text), { level: 9 });
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  const encoded = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return encoded.length > CONFIG_ADDRESS_LIMIT ? null : encoded;
}

/** The text back from an address; null when the address was cut or made up. */
export function unpackConfig(encoded: string): string | null {
  if (encoded.length > CONFIG_ADDRESS_LIMIT) return null;
  try {
    const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    return strFromU8(inflateSync(packed, { out: new Uint8Array(UNPACKED_LIMIT) }));
  } catch {
    return null;
  }
}
