import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 of a text that comes line by line and is too long to be held. */
export class RunningDigest {
  private readonly hash = sha256.create();
  private waiting: string[] = [];

  line(text: string): void {
    this.waiting.push(text);
    if (this.waiting.length >= 1000) this.flush();
  }

  /** Lower-case hex; nothing can be added afterwards. */
  hex(): string {
    this.flush();
    return bytesToHex(this.hash.digest());
  }

  private flush(): void {
    if (this.waiting.length > 0) this.hash.update(utf8ToBytes(`${this.waiting.join("\n")}\n`));
    this.waiting = [];
  }
}
