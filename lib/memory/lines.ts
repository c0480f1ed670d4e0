import { type Bytes, bytes } from "@/lib/units/bytes";
import type { Inputs } from "./line-words";
import type { Word } from "./word";

export type Part =
  | "weights"
  | "activations"
  | "runtime"
  | "cudaGraphs"
  | "kvCache"
  | "gradients"
  | "optimizer"
  | `component:${string}`;

/** What a line counts, how, and where that comes from. */
export interface LineWords {
  readonly what: Word;
  readonly formula: Word;
  readonly source: Word;
}

/** One addend of the total, with how it came about. */
interface Line {
  readonly part: Part;
  readonly bytes: Bytes;
  readonly inputs: Inputs;
  readonly words: LineWords;
}

/** Lines of one breakdown: the total is their sum and nothing else. */
export class Lines {
  readonly all: Line[] = [];
  private readonly sums = new Map<Part, number>();
  private sum = 0;

  add(part: Part, what: Word, size: number, formula: Word, inputs: Inputs, source: Word): void {
    if (size === 0) return;
    const whole = bytes(Math.ceil(size));
    this.all.push({ part, bytes: whole, inputs, words: { what, formula, source } });
    this.sums.set(part, (this.sums.get(part) ?? 0) + whole);
    this.sum += whole;
  }

  of(part: Part): Bytes {
    return bytes(this.sums.get(part) ?? 0);
  }

  total(): Bytes {
    return bytes(this.sum);
  }

  components(): Record<string, Bytes> {
    const found: Record<string, Bytes> = {};
    for (const line of this.all) {
      if (!line.part.startsWith("component:")) continue;
      const name = line.part.slice("component:".length);
      found[name] = bytes((found[name] ?? 0) + line.bytes);
    }
    return found;
  }
}
