import { runningSha256 } from "./sha256";

/** SHA-256 of a text that comes line by line and is too long to be held. */
export class RunningDigest {
  private readonly hash = runningSha256();
  private waiting: string[] = [];

  line(text: string): void {
    this.waiting.push(text);
    if (this.waiting.length >= 1000) this.flush();
  }

  /** Lower-case hex; nothing can be added afterwards. */
  hex(): string {
    this.flush();
    return this.hash.digest("hex");
  }

  private flush(): void {
    if (this.waiting.length > 0) this.hash.update(`${this.waiting.join("\n")}\n`);
    this.waiting = [];
  }
}
