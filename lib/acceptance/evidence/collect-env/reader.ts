import type { Json } from "@/lib/digest/canonical";
import type { CleanedText, CleanLine } from "../clean";
import { countBy, sortedDistinct } from "../distinct";
import { allNvlink, gpuLinks, uniformNvlink } from "../nvidia-smi-topo/links";
import { headerOf, readMatrix } from "../nvidia-smi-topo/matrix";
import { earlier, splitPayloads } from "../payloads";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, TROUBLE, unreadLine } from "../unread";
import { type EnvReport, readReport, type Title } from "./fields";

const UNKNOWN = /^(?:N\/A|Could not collect|None|No CUDA|)$/i;

const textOf = (report: EnvReport, title: Title): string | null => {
  const value = report.fields.get(title)?.value;
  return value === undefined || UNKNOWN.test(value) ? null : value;
};

interface Gpus {
  readonly names: readonly string[];
  /** MIG devices by card and profile. */
  readonly mig: Readonly<Record<string, Record<string, number>>>;
  readonly indices: readonly number[];
}

function gpusOf(report: EnvReport): Gpus | null {
  const field = report.fields.get("GPU models and configuration");
  if (!field) return null;
  const names: string[] = [];
  const indices: number[] = [];
  const profiles = new Map<number, string[]>();
  for (const text of [field.value, ...field.lines]) {
    const gpu = /^\s*GPU (\d+): (.*\S)\s*$/.exec(text);
    const mig = /^\s*MIG (\S+)\s+Device\s+\d+:/.exec(text);
    if (gpu) {
      indices.push(Number(gpu[1]));
      names.push(gpu[2] ?? "");
    } else if (mig && indices.length > 0) {
      const at = indices.at(-1) ?? 0;
      profiles.set(at, [...(profiles.get(at) ?? []), mig[1] ?? ""]);
    }
  }
  // Without `GPU n:` the value itself is the one card's name.
  if (names.length === 0 && !UNKNOWN.test(field.value)) names.push(field.value);
  return {
    names,
    indices,
    mig: Object.fromEntries([...profiles].map(([gpu, list]) => [`gpu${gpu}`, countBy(list)])),
  };
}

/** The matrix that vLLM's variant appends, in words: `all NV18`, or the kinds that occur. */
function topologyOf(report: EnvReport): string | null {
  const lines = report.fields.get("GPU Topology")?.lines.map((text, number) => ({ text, number })) ?? [];
  const at = lines.findIndex((l) => headerOf(l.text) !== null);
  if (at < 0) return null;
  const matrix = readMatrix(lines.slice(at));
  const links = gpuLinks(matrix);
  if (
    links.length === 0 ||
    matrix.rows.filter((r) => r.whole && matrix.gpus.includes(r.name)).length < matrix.gpus.length
  )
    return null;
  const kinds = sortedDistinct(links.map((l) => l.link));
  if (kinds.length === 1 || uniformNvlink(matrix)) return `all ${kinds[0]}`;
  return allNvlink(matrix) ? `NVLink, uneven: ${kinds.join(", ")}` : kinds.join(", ");
}

function vendorOf(report: EnvReport, names: readonly string[]): string | null {
  if (names.some((n) => /\bAMD\b|Radeon|Instinct/.test(n)) || textOf(report, "HIP runtime version")) return "amd";
  const nvidia = names.some((n) => /NVIDIA|Tesla|GeForce|Quadro|[AHBL]\d{2,3}\b/.test(n));
  return nvidia || textOf(report, "CUDA used to build PyTorch") ? "nvidia" : null;
}

const yesNo = (text: string | null): boolean | null => (text === "True" ? true : text === "False" ? false : null);

/** The field that every version prints last of those read here is there, with its value. */
const isWhole = (report: EnvReport): boolean =>
  report.fields.has("PyTorch version") &&
  ["True", "False"].includes(report.fields.get("Is XNNPACK available")?.value ?? "") &&
  (!report.fields.has("GPU Topology") || topologyOf(report) !== null);

function factsOf(report: EnvReport): Facts {
  const gpus = gpusOf(report);
  const names = gpus?.names ?? [];
  const mig: Json = gpus && Object.keys(gpus.mig).length > 0 ? gpus.mig : null;
  return {
    torch: textOf(report, "PyTorch version"),
    vllm: textOf(report, "vLLM Version"),
    cuda_available: yesNo(textOf(report, "Is CUDA available")),
    cuda_build: textOf(report, "CUDA used to build PyTorch"),
    cuda_runtime: textOf(report, "CUDA runtime version"),
    rocm_build: textOf(report, "ROCM used to build PyTorch"),
    hip: textOf(report, "HIP runtime version"),
    driver: textOf(report, "Nvidia driver version"),
    cudnn: textOf(report, "cuDNN version"),
    python: textOf(report, "Python version"),
    os: textOf(report, "OS"),
    gpus: gpus === null ? null : names.length,
    names: sortedDistinct(names),
    mig,
    vendor: vendorOf(report, names),
    topology: topologyOf(report),
    flattened: report.flattened,
    truncated: !isWhole(report),
  };
}

function warningsOf(report: EnvReport, facts: Facts): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (facts.truncated === true) add("INCOMPLETE", "the report does not reach its last fields");
  if (facts.cuda_available === false)
    add("NO_DEVICE", "PyTorch cannot use the device: often the driver is too old for its build");
  if (inconsistent(report)) add("INCONSISTENT", "a field or a card stands twice");
  return list;
}

function inconsistent(report: EnvReport): boolean {
  const indices = gpusOf(report)?.indices ?? [];
  return report.doubled.length > 0 || new Set(indices).size < indices.length;
}

const STARTS = /^\s*(?:Collecting environment information\.\.\.)/;

/** Without a line end the last line must be one that shows its own end. */
const endsWell = (cleaned: CleanedText): boolean => {
  const last = cleaned.lines.findLast((l) => l.text.trim() !== "")?.text.trim() ?? "";
  return !cleaned.openEnd || /Is XNNPACK available: (?:True|False)$|bonded set of # NVLinks$/.test(last.slice(-200));
};

function read(_text: string, cleaned: CleanedText): Reading {
  const { before, payloads } = splitPayloads(cleaned.lines, (l) => STARTS.test(l.text));
  const all: readonly (readonly CleanLine[])[] = payloads.length > 0 ? payloads : [before];
  const report = readReport(
    (all.at(-1) ?? []).filter((l) => l.text.trim() !== "Collecting environment information..."),
  );
  const facts = factsOf(report);
  const lead = [...(payloads.length > 0 ? before : []), ...report.before];
  const unread = lead.filter((l) => l.text.trim() !== "" && !isPrompt(l.text) && !/^[=-]+/.test(l.text));
  const trouble = unread.some((l) => TROUBLE.test(l.text));
  return {
    tool: "torch.utils.collect_env",
    toolVersion: textOf(report, "PyTorch version"),
    facts,
    unread: unread.map(unreadLine),
    warnings: warningsOf(report, facts),
    complete:
      endsWell(cleaned) && isWhole(report) && !inconsistent(report) && facts.cuda_available === true && !trouble,
    others: earlier(all).map((part) => factsOf(readReport(part))),
  };
}

function recognise(text: string): number {
  if (!/PyTorch version\s?: ?\S/.test(text)) return 0;
  return /Is CUDA available: |GPU models and configuration|CUDA used to build PyTorch/.test(text) ? 0.95 : 0.4;
}

/** PyTorch's (and vLLM's) `collect_env`: versions, driver and cards as the framework sees them. */
export const reader: EvidenceReader = { format: "collect-env", recognise, read };
