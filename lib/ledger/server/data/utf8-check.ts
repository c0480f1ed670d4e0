import "server-only";
import { isUtf8 } from "node:buffer";
import { endOfCharacters } from "../../import/bytes";

/** Whether bytes that come in pieces are text in UTF-8; a character may be cut by the end of a piece. */
export class Utf8Check {
  private begun: Uint8Array = new Uint8Array(0);
  private valid = true;

  add(piece: Uint8Array): void {
    if (!this.valid) return;
    const bytes = this.begun.length === 0 ? piece : Buffer.concat([this.begun, piece]);
    const end = endOfCharacters(bytes);
    this.begun = bytes.slice(end);
    this.valid = isUtf8(bytes.subarray(0, end));
  }

  /** The answer, once all pieces were added. */
  get holds(): boolean {
    return this.valid && this.begun.length === 0;
  }
}
