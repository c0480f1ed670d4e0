import type { CleanLine } from "../clean";

/** Titles that the report prints, in its order; in flattened pastes they are all that tells fields apart. */
const TITLES = [
  "PyTorch version",
  "Is debug build",
  "CUDA used to build PyTorch",
  "ROCM used to build PyTorch",
  "OS",
  "GCC version",
  "Clang version",
  "CMake version",
  "Libc version",
  "Python version",
  "Python platform",
  "Is CUDA available",
  "CUDA runtime version",
  "CUDA_MODULE_LOADING set to",
  "GPU models and configuration",
  "Nvidia driver version",
  "cuDNN version",
  "Is XPU available",
  "HIP runtime version",
  "MIOpen runtime version",
  "Is XNNPACK available",
  "Caching allocator config",
  "CPU",
  "Versions of relevant libraries",
  "ROCM Version",
  "Neuron SDK Version",
  "vLLM Version",
  "vLLM Build Flags",
  "GPU Topology",
] as const;

export type Title = (typeof TITLES)[number];

export interface Field {
  readonly value: string;
  readonly lines: readonly string[];
  readonly number: number;
}

export interface EnvReport {
  readonly fields: ReadonlyMap<Title, Field>;
  /** Titles that stand more than once. */
  readonly doubled: readonly Title[];
  readonly flattened: boolean;
  readonly before: readonly CleanLine[];
}

const TITLE = new RegExp(`^(${TITLES.map((t) => t.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})\\s?:(?: (.*))?$`);
const INSIDE = new RegExp(` (?=(?:${TITLES.map((t) => t.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")}): )`, "g");
const GPU_INSIDE = / (?=GPU \d+: )/g;
const FLAT = /PyTorch version: \S+ Is debug build: /;

/** A report that lost its line ends gets them back at its titles. */
function unflattened(lines: readonly CleanLine[]): { lines: readonly CleanLine[]; flattened: boolean } {
  if (!lines.some((l) => FLAT.test(l.text))) return { lines, flattened: false };
  const parts = lines.flatMap((l) =>
    l.text.split(INSIDE).flatMap((t) => t.split(GPU_INSIDE).map((text) => ({ number: l.number, text: text.trim() }))),
  );
  return { lines: parts, flattened: true };
}

/** Reads `key: value` where a value may go on over further lines until the next title. */
export function readReport(given: readonly CleanLine[]): EnvReport {
  const { lines, flattened } = unflattened(given);
  const fields = new Map<Title, { value: string; lines: string[]; number: number }>();
  const doubled: Title[] = [];
  const before: CleanLine[] = [];
  let open: { value: string; lines: string[]; number: number } | null = null;
  for (const line of lines) {
    const m = line.text.length < 4_000 ? TITLE.exec(line.text.replace(/^\[pip3?\] /, "")) : null;
    if (m) {
      const title = m[1] as Title;
      if (fields.has(title)) doubled.push(title);
      open = { value: (m[2] ?? "").trim(), lines: [], number: line.number };
      fields.set(title, open);
    } else if (open) open.lines.push(line.text);
    else before.push(line);
  }
  return { fields, doubled, flattened, before };
}
