/** Numbers of very many rows, held as plainly as memory can: a file of millions of rows is judged in some hundred MB. */

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** Numbers of a block: as long as a column is, it leaves nothing behind when it grows, and never more than this unused. */
const SHIFT = 16;
const BLOCK = 1 << SHIFT;
const WITHIN = BLOCK - 1;
const FIRST = 1024;

/** A list of numbers of one width that grows. */
export class Column<A extends Numbers> {
  private blocks: A[] = [];
  length = 0;

  constructor(private readonly make: new (size: number) => A) {}

  push(value: number): void {
    const within = this.length & WITHIN;
    const last = this.blocks[this.blocks.length - 1];
    if (last === undefined || within === 0 || within === last.length) this.room(within)[within] = value;
    else last[within] = value;
    this.length += 1;
  }

  /** A block with room for one more: the first one is short until there are many. */
  private room(within: number): A {
    const short = this.blocks[0];
    if (short === undefined || within === 0) {
      const block = new this.make(short === undefined ? FIRST : BLOCK);
      this.blocks.push(block);
      return block;
    }
    const wider = new this.make(short.length * 2);
    wider.set(short as never);
    this.blocks[0] = wider;
    return wider;
  }

  /** The value of a row; asking beyond the last is a mistake of the caller. */
  at(index: number): number {
    const value = this.blocks[index >>> SHIFT]?.[index & WITHIN];
    if (value === undefined || index >= this.length) throw new RangeError(`no row ${index}`);
    return value;
  }

  set(index: number, value: number): void {
    const block = this.blocks[index >>> SHIFT];
    if (block === undefined || index >= this.length) throw new RangeError(`no row ${index}`);
    block[index & WITHIN] = value;
  }

  /** Lets its memory go. */
  clear(): void {
    this.blocks = [];
    this.length = 0;
  }
}

const LAST_SECOND = 2 ** 32 - 1;

/** Instants in ms since 1970, in four bytes each as long as all are whole seconds from then on. */
export class Instants {
  private seconds = new Column(Uint32Array);
  private exact: Column<Float64Array> | null = null;

  get length(): number {
    return (this.exact ?? this.seconds).length;
  }

  push(ms: number): void {
    const seconds = ms / 1000;
    if (this.exact === null && Number.isInteger(seconds) && seconds >= 0 && seconds <= LAST_SECOND) {
      this.seconds.push(seconds);
      return;
    }
    this.inMs().push(ms);
  }

  private inMs(): Column<Float64Array> {
    if (this.exact !== null) return this.exact;
    const exact = new Column(Float64Array);
    for (let i = 0; i < this.seconds.length; i++) exact.push(this.seconds.at(i) * 1000);
    this.seconds.clear();
    this.exact = exact;
    return exact;
  }

  at(index: number): number {
    return this.exact === null ? this.seconds.at(index) * 1000 : this.exact.at(index);
  }

  /** Lets its memory go. */
  clear(): void {
    this.seconds.clear();
    this.exact = null;
  }
}

/**
 * Numbers for texts: equal texts have one number. Only 96 bits of each text are kept, so that a million texts take some 30
 * MB; that two of a million have the same bits has a chance of one in 10^17.
 */
export class TextNumbers {
  private words = new Uint32Array(3 * 1024);
  /** Number of the text + 1 in each place; 0 is free. */
  private places = new Int32Array(2048);
  size = 0;

  /** The number of the text, counted from 0 in the order in which they came; a new text gets the next. */
  of(text: string): number {
    const found = this.find(text);
    if (found >= 0) return found;
    const number = this.size;
    if ((number + 1) * 3 > this.words.length) {
      const wider = new Uint32Array(Math.ceil(this.words.length / 2) * 3);
      wider.set(this.words);
      this.words = wider;
    }
    this.words.set(bits, number * 3);
    this.size += 1;
    this.places[~found] = number + 1;
    if (this.size * 1.6 > this.places.length) this.grow();
    return number;
  }

  /** The number of a text that has one, else a negative. */
  find(text: string): number {
    hash(text);
    const mask = this.places.length - 1;
    for (let place = (bits[0] ?? 0) & mask; ; place = (place + 1) & mask) {
      const number = (this.places[place] ?? 0) - 1;
      if (number < 0) return ~place;
      const at = number * 3;
      if (this.words[at] === bits[0] && this.words[at + 1] === bits[1] && this.words[at + 2] === bits[2]) return number;
    }
  }

  /** Forgets all texts. */
  clear(): void {
    this.words = new Uint32Array(3 * 1024);
    this.places = new Int32Array(2048);
    this.size = 0;
  }

  has(text: string): boolean {
    return this.find(text) >= 0;
  }

  private grow(): void {
    const mask = this.places.length * 2 - 1;
    const places = new Int32Array(mask + 1);
    for (let number = 0; number < this.size; number++) {
      let place = (this.words[number * 3] ?? 0) & mask;
      while (places[place] !== 0) place = (place + 1) & mask;
      places[place] = number + 1;
    }
    this.places = places;
  }
}

const bits = new Uint32Array(3);

/** Three times 32 bits of a text, mixed by multiplication (the finish of MurmurHash3 at the end of each). */
function hash(text: string): void {
  let [a, b, c] = [0x9e3779b9, 0x85ebca6b ^ text.length, 0xc2b2ae35];
  // Two characters at a time; beside the last of an odd number stands nothing.
  for (let i = 0; i < text.length; i += 2) {
    const code = text.charCodeAt(i) | (i + 1 < text.length ? text.charCodeAt(i + 1) << 16 : 0);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b ^ code, 0x5f356495) + (a >>> 15);
    c = Math.imul(c + code, 0x27d4eb2f) ^ (b >>> 13);
  }
  bits[0] = finish(a ^ (c >>> 7));
  bits[1] = finish(b ^ (a << 5));
  bits[2] = finish(c ^ (b << 9));
}

function finish(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Which of the whole numbers have been named. */
export class Marks {
  private words = new Uint32Array(1024);
  count = 0;

  add(n: number): void {
    const word = n >>> 5;
    if (word >= this.words.length) {
      const wider = new Uint32Array(Math.max(word + 1, this.words.length * 2));
      wider.set(this.words);
      this.words = wider;
    }
    const bit = 1 << (n & 31);
    const before = this.words[word] ?? 0;
    if ((before & bit) !== 0) return;
    this.words[word] = before | bit;
    this.count += 1;
  }

  addAll(other: Marks): void {
    for (let word = 0; word < other.words.length; word++) {
      const value = other.words[word] ?? 0;
      for (let bit = 0; value !== 0 && bit < 32; bit++) if (value & (1 << bit)) this.add(word * 32 + bit);
    }
  }

  /** The smallest ones, in order. */
  first(most: number): number[] {
    const found: number[] = [];
    for (let word = 0; word < this.words.length && found.length < most; word++) {
      const value = this.words[word] ?? 0;
      if (value === 0) continue;
      for (let bit = 0; bit < 32 && found.length < most; bit++) if (value & (1 << bit)) found.push(word * 32 + bit);
    }
    return found;
  }
}
