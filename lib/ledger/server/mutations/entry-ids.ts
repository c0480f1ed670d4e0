/** Digits of the counter at the end of an id. */
const COUNTED = 12;

/**
 * Ids of the entries of one import: the first half of a random id, then a number that counts up. So entries that come
 * together lie together in every index, where random ids would touch a page each. They are UUIDs of version 8 (RFC 9562),
 * the one for layouts of one's own.
 */
export class EntryIds {
  private readonly start: string;
  private n = 0;

  /** @param random a random UUID: its first 12 hexadecimal digits and 9 more tell the import apart */
  constructor(random: string) {
    this.start = `${random.slice(0, 14)}8${random.slice(15, 24)}`;
  }

  next(): string {
    return this.start + (this.n++).toString(16).padStart(COUNTED, "0");
  }
}
