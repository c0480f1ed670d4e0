import { NotEstimable } from "./not-estimable";
import { word } from "./word";

/** Reads little-endian numbers and text from the start of a file; running out of bytes names the field at fault. */
export class ByteReader {
  private at = 0;
  private readonly view: DataView;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly field: string,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u8(): number {
    return this.view.getUint8(this.step(1));
  }

  u32(): number {
    return this.view.getUint32(this.step(4), true);
  }

  /** A 64-bit count; beyond 2^53 it is damage. */
  count(): number {
    const value = Number(this.view.getBigUint64(this.step(8), true));
    if (Number.isSafeInteger(value)) return value;
    throw new NotEstimable(this.field, word("reason.header-length"), "unusable-field");
  }

  /** ASCII as it stands; other bytes become "?", since names and keys hold none. */
  text(length: number): string {
    const start = this.step(length);
    let text = "";
    for (let i = start; i < start + length; i++) {
      const code = this.bytes[i] ?? 0;
      text += code < 128 ? String.fromCharCode(code) : "?";
    }
    return text;
  }

  skip(length: number): void {
    this.step(length);
  }

  number(kind: "u16" | "i8" | "i16" | "i32" | "i64" | "f32" | "f64"): number {
    const { view } = this;
    switch (kind) {
      case "i8":
        return view.getInt8(this.step(1));
      case "u16":
        return view.getUint16(this.step(2), true);
      case "i16":
        return view.getInt16(this.step(2), true);
      case "i32":
        return view.getInt32(this.step(4), true);
      case "f32":
        return view.getFloat32(this.step(4), true);
      case "i64":
        return Number(view.getBigInt64(this.step(8), true));
      default:
        return view.getFloat64(this.step(8), true);
    }
  }

  private step(length: number): number {
    const start = this.at;
    this.at += length;
    if (this.at <= this.bytes.byteLength) return start;
    throw new NotEstimable(this.field, word("reason.header-cut"), "unusable-field");
  }
}
