import { detached } from "./csv";

/** No more answers than this are kept: a file may hold a million different ones. */
const MOST = 20_000;

/** Answers by text, so that what repeats is worked out once; when there are too many it begins anew. */
export class Kept<T> {
  private readonly answers = new Map<string, T>();

  of(text: string, answer: () => T): T {
    const known = this.answers.get(text);
    if (known !== undefined) return known;
    if (this.answers.size >= MOST) this.answers.clear();
    const fresh = answer();
    this.answers.set(detached(text), fresh);
    return fresh;
  }
}
