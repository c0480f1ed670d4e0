import { type Bytes, bytes, sumBytes } from "@/lib/units/bytes";

export type Part =
  | "weights"
  | "activations"
  | "runtime"
  | "cudaGraphs"
  | "kvCache"
  | "gradients"
  | "optimizer"
  | `component:${string}`;

/** One addend of the total, with how it came about. */
export interface Line {
  readonly part: Part;
  readonly what: string;
  readonly bytes: Bytes;
  readonly formula: string;
  readonly inputs: Readonly<Record<string, number | string>>;
  readonly source: string;
}

/** Lines of one breakdown: the total is their sum and nothing else. */
export class Lines {
  readonly all: Line[] = [];

  add(part: Part, what: string, size: number, formula: string, inputs: Line["inputs"], source: string): void {
    if (size === 0) return;
    this.all.push({ part, what, bytes: bytes(Math.ceil(size)), formula, inputs, source });
  }

  of(part: Part): Bytes {
    return sumBytes(this.all.filter((line) => line.part === part).map((line) => line.bytes));
  }

  total(): Bytes {
    return sumBytes(this.all.map((line) => line.bytes));
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
