import { type Bytes, bytes } from "@/lib/units/bytes";

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
  private readonly sums = new Map<Part, number>();
  private sum = 0;

  add(part: Part, what: string, size: number, formula: string, inputs: Line["inputs"], source: string): void {
    if (size === 0) return;
    const whole = bytes(Math.ceil(size));
    this.all.push({ part, what, bytes: whole, formula, inputs, source });
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
