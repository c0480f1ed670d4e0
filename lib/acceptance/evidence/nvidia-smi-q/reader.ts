import { isErrorCell } from "../cell-values";
import type { CleanedText, CleanLine } from "../clean";
import { sortedDistinct } from "../distinct";
import { earlier, splitPayloads } from "../payloads";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { firstToolError } from "../tool-errors";
import { isPrompt, TROUBLE, unreadLine } from "../unread";
import {
  type GpuBlock,
  hasDoubledKeys,
  isWholeBlock,
  readQuery,
  type SmiQuery,
  uncorrectable,
  valueAt,
} from "./blocks";

const distinct = (query: SmiQuery, path: string): string[] =>
  sortedDistinct(query.blocks.flatMap((b) => valueAt(b.values, path) ?? []));

const migDevices = (block: GpuBlock): number => new Set(block.values.get("MIG Device > Index") ?? []).size;

const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, v) => (v === null ? sum : (sum ?? 0) + v), null);

function errorValues(query: SmiQuery): number {
  let count = 0;
  for (const { values } of query.blocks) {
    for (const list of values.values()) count += list.filter(isErrorCell).length;
  }
  return count;
}

/** Reasons for which the clocks are held down now, over all cards; idle is none of them. */
function throttleReasons(query: SmiQuery): string[] {
  const active: string[] = [];
  for (const { values } of query.blocks) {
    for (const [path, list] of values) {
      const m = /^Clocks (?:Event|Throttle) Reasons > (.*)$/.exec(path);
      const reason = m?.[1]?.split(" > ").at(-1);
      if (reason !== undefined && list[0] === "Active" && reason !== "Idle") active.push(reason);
    }
  }
  return sortedDistinct(active);
}

const attachedOf = (query: SmiQuery): number | null => {
  const text = valueAt(query.header, "Attached GPUs");
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
};

function isWhole(query: SmiQuery): boolean {
  const attached = attachedOf(query);
  return attached !== null && attached > 0 && query.blocks.length === attached && query.blocks.every(isWholeBlock);
}

function inconsistent(query: SmiQuery): boolean {
  const buses = new Set(query.blocks.map((b) => b.busId));
  return buses.size < query.blocks.length || query.blocks.some(hasDoubledKeys);
}

function healthFacts(query: SmiQuery): Facts {
  const { blocks } = query;
  return {
    remapped_rows_pending: distinct(query, "Remapped Rows > Pending"),
    remapping_failure_occurred: distinct(query, "Remapped Rows > Remapping Failure Occurred"),
    pending_page_retirement: distinct(query, "Retired Pages > Pending Page Blacklist"),
    gpu_recovery_action: distinct(query, "GPU Recovery Action"),
    reset_required: distinct(query, "GPU Reset Status > Reset Required"),
    ecc_uncorrectable_volatile: sumOf(blocks.map((b) => uncorrectable(b, "Volatile"))),
    ecc_uncorrectable_aggregate: sumOf(blocks.map((b) => uncorrectable(b, "Aggregate"))),
    ecc_uncorrectable_sum_all_counters: sumOf(
      blocks.flatMap((b) => [uncorrectable(b, "Volatile"), uncorrectable(b, "Aggregate")]),
    ),
    unknown_error_fields: errorValues(query),
    throttle_reasons_active: throttleReasons(query),
  };
}

function factsOf(query: SmiQuery, elided: boolean, error: string | null): Facts {
  const { header, blocks } = query;
  const of = (path: string) => distinct(query, path);
  const windows = of("Driver Model > Current").some((m) => /WDDM|TCC|MCDM/.test(m));
  return {
    attached_gpus: attachedOf(query),
    driver_version: valueAt(header, "Driver Version") ?? valueAt(header, "KMD Version"),
    cuda_version: valueAt(header, "CUDA Version") ?? valueAt(header, "CUDA UMD Version"),
    timestamp: valueAt(header, "Timestamp"),
    gpu_blocks: blocks.length,
    names: of("Product Name"),
    uuids: of("GPU UUID"),
    serials: of("Serial Number"),
    bus_ids: sortedDistinct(blocks.map((b) => b.busId)),
    mig_current: of("MIG Mode > Current"),
    mig_pending: of("MIG Mode > Pending"),
    mig_devices: blocks.reduce((n, b) => n + migDevices(b), 0),
    fb_total: of("FB Memory Usage > Total"),
    ecc_current: of("ECC Mode > Current"),
    ecc_pending: of("ECC Mode > Pending"),
    addressing_mode: of("Addressing Mode"),
    persistence_mode: of("Persistence Mode"),
    virtualization_mode: of("GPU Virtualization Mode > Virtualization Mode"),
    power_limit: [
      ...new Set([...of("GPU Power Readings > Current Power Limit"), ...of("Power Readings > Power Limit")]),
    ],
    pcie_generation_current: of("PCI > GPU Link Info > PCIe Generation > Current"),
    pcie_generation_max: of("PCI > GPU Link Info > PCIe Generation > Max"),
    pcie_width_current: of("PCI > GPU Link Info > Link Width > Current"),
    pcie_width_max: of("PCI > GPU Link Info > Link Width > Max"),
    fabric_state: of("Fabric > State"),
    fabric_status: of("Fabric > Status"),
    ...healthFacts(query),
    os: windows ? "windows" : null,
    truncated: blocks.length === 0 && error !== null ? null : !isWhole(query),
    elided,
    error,
  };
}

function warningsOf(query: SmiQuery, error: string | null): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  const has = (path: string, value: RegExp) => distinct(query, path).some((v) => value.test(v));
  if (error) add("TOOL_ERROR", `nvidia-smi reports: ${error}`);
  else if (!isWhole(query))
    add(
      "INCOMPLETE",
      `${attachedOf(query) ?? "unknown"} cards attached, ${query.blocks.filter(isWholeBlock).length} whole blocks`,
    );
  if (inconsistent(query)) add("INCONSISTENT", "a card or a key stands twice");
  if (has("Remapped Rows > Pending", /^Yes$/)) add("REMAP_PENDING", "remapped rows wait for a reset of the card");
  if (has("Remapped Rows > Remapping Failure Occurred", /^Yes$/)) add("REMAP_FAILED", "a row could not be remapped");
  if (has("GPU Recovery Action", /^(?!None$|N\/A$)/)) add("RECOVERY_NEEDED", "the driver asks for a recovery action");
  if (errorValues(query) > 0) add("UNKNOWN_ERROR", `${errorValues(query)} values read Unknown Error`);
  return list;
}

function read(_text: string, cleaned: CleanedText): Reading {
  const { before, payloads } = splitPayloads(cleaned.lines, (l) => /^Timestamp\s+: /.test(l.text));
  const all: readonly (readonly CleanLine[])[] = payloads.length > 0 ? payloads : [before];
  const query = readQuery(all.at(-1) ?? []);
  const lead = payloads.length > 0 ? readQuery(before).unread : [];
  const unread = [...lead, ...query.unread].filter((l) => !isPrompt(l.text));
  const error = query.blocks.length === 0 ? firstToolError(cleaned.lines) : null;
  const noise = unread.filter((l) => !/^\[\w[\w-]* (?:Msg|Info|Warn)/.test(l.text.trim()));
  const trouble = noise.some((l) => TROUBLE.test(l.text));
  return {
    tool: "nvidia-smi",
    toolVersion: valueAt(query.header, "KMD Version") ?? valueAt(query.header, "Driver Version"),
    facts: factsOf(query, cleaned.elided, error),
    unread: unread.map(unreadLine),
    warnings: warningsOf(query, error),
    complete: error === null && isWhole(query) && !inconsistent(query) && !trouble,
    others: earlier(all).map((part) => factsOf(readQuery(part), cleaned.elided, null)),
  };
}

function recognise(text: string): number {
  if (/^=+NVSMI LOG=+\s*$/m.test(text)) return 0.95;
  if (/^Attached GPUs\s+: \d/m.test(text) && /^ {4}Product Name\s+: /m.test(text)) return 0.9;
  if (/^GPU [0-9A-Fa-f]{4,8}:[0-9A-Fa-f:.]+$/m.test(text) && /^ {4}\w[\w ]{1,60} : /m.test(text)) return 0.7;
  return text.length < 20_000 && /nvidia-smi\s+-q(?!\s+-x|x)/.test(text) ? 0.5 : 0;
}

/** `nvidia-smi -q`: everything the driver tells about each card, as text. */
export const reader: EvidenceReader = { format: "nvidia-smi-q", recognise, read };
