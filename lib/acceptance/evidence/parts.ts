import type { CleanLine } from "./clean";

const TOOLS =
  "nvidia-smi|dcgmi|rocm-smi|amd-smi|docker|podman|nerdctl|crictl|kubectl|oc|nvbandwidth|vllm|trtllm-serve|genai-perf|aiperf|guidellm|inference-perf|torchrun|fio|iperf3|cosign|trivy|grype|syft|curl|cat|tail|head|python3?|mpirun|srun";
/** A shell's prompt before a tool that is read here, or before the path of a test of collectives. */
const COMMAND = new RegExp(
  String.raw`^\s*(?:\([\w.-]+\)\s*)?(?:\[?[\w.-]+@[\w.-]+[^$#]{0,120})?[$#]\s+(?:sudo\s+)?(?:[\w./-]*/)?(?:(?:${TOOLS})(?:\s|$)|\w+_perf\b)`,
);
const MAX_PARTS = 40;
const MAX_COMMAND_CHARS = 2_000;

/**
 * The outputs of a paste in which several commands follow each other, each from its prompt to the next; what stands
 * before the first prompt is one of its own. Fewer than two: none, for the paste is one output.
 */
export function outputsOf(lines: readonly CleanLine[]): string[] {
  const outputs: string[][] = [[]];
  for (const { text } of lines) {
    if (text.length <= MAX_COMMAND_CHARS && COMMAND.test(text)) outputs.push([]);
    outputs.at(-1)?.push(text);
  }
  const filled = outputs.filter((o) => o.some((l) => l.trim() !== ""));
  return filled.length < 2 || filled.length > MAX_PARTS ? [] : filled.map((o) => `${o.join("\n")}\n`);
}
