import { Crc32, uint32At } from "@/lib/digest/crc32";

/** The directory of an archive stands at its end; one of fifty bills is far shorter. */
const LONGEST = 1024 * 1024;
const [END, END_64, ENTRY] = [0x06054b50, 0x06064b50, 0x02014b50];
const [END_BYTES, ENTRY_BYTES] = [22, 46];
/** Set where a name is UTF-8; it is Latin-1 else. */
const NAME_IS_UTF8 = 0x800;

/** The one thing of the web platform that browsers and Node share and that plain TypeScript does not declare. */
declare const TextDecoder: { new (): { decode(bytes: Uint8Array): string } };

/** Holds the members of a zip file, as they are unfolded, to the checksums in the directory at its end. */
export class ZipChecksums {
  private readonly pieces: Uint8Array[] = [];
  private kept = 0;
  private readonly unfolded: { readonly name: string; readonly crc: Crc32 }[] = [];

  /** The packed bytes as they come; the last of them hold the directory. */
  packed(bytes: Uint8Array): void {
    this.pieces.push(bytes);
    this.kept += bytes.length;
    while (this.kept - (this.pieces[0]?.length ?? 0) >= LONGEST) this.kept -= this.pieces.shift()?.length ?? 0;
  }

  /** A member begins: it is told its bytes as they are unfolded. */
  member(name: string): (bytes: Uint8Array) => void {
    const crc = new Crc32();
    this.unfolded.push({ name, crc });
    return (bytes) => crc.add(bytes);
  }

  /** Once all bytes have come: what is wrong, or null. A member that the directory does not name was never there. */
  fault(): "damaged-archive" | "wrong-checksum" | null {
    const stated = directoryOf(this.end());
    if (stated === null) return "damaged-archive";
    for (const { name, crc } of this.unfolded) {
      const wanted = stated.get(name);
      if (wanted === undefined) return "damaged-archive";
      if (!wanted.has(crc.value())) return "wrong-checksum";
    }
    return null;
  }

  private end(): Uint8Array {
    const whole = new Uint8Array(this.kept);
    let at = 0;
    for (const piece of this.pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }
}

/** Checksums by name, out of the last bytes of an archive; null without a whole directory in them. */
function directoryOf(bytes: Uint8Array): ReadonlyMap<string, ReadonlySet<number>> | null {
  const end = lastOf(bytes, END, bytes.length - END_BYTES);
  if (end < 0) return null;
  const is64 = uint32At(bytes, end + 12) === 0xffffffff;
  const after = is64 ? lastOf(bytes, END_64, end) : end;
  if (after < 0) return null;
  const size = uint32At(bytes, is64 ? after + 40 : end + 12);
  const found = new Map<string, Set<number>>();
  for (let at = after - size; at < after; ) {
    if (at < 0 || uint32At(bytes, at) !== ENTRY) return null;
    const [name, extra, comment] = [uint16At(bytes, at + 28), uint16At(bytes, at + 30), uint16At(bytes, at + 32)];
    const text = nameOf(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + name), uint16At(bytes, at + 8));
    found.set(text, (found.get(text) ?? new Set()).add(uint32At(bytes, at + 16)));
    at += ENTRY_BYTES + name + extra + comment;
  }
  return found;
}

function lastOf(bytes: Uint8Array, mark: number, from: number): number {
  let at = from;
  while (at >= 0 && uint32At(bytes, at) !== mark) at -= 1;
  return at;
}

const uint16At = (bytes: Uint8Array, at: number): number => uint32At(bytes, at) & 0xffff;

const nameOf = (bytes: Uint8Array, flags: number): string =>
  flags & NAME_IS_UTF8
    ? new TextDecoder().decode(bytes)
    : Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
