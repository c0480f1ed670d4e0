import { type AmdCard, type AmdReading, card, figureOr, repeatsIndex, textOr, versionOr } from "./card";

type Fields = { readonly [key: string]: unknown };

const isFields = (v: unknown): v is Fields => typeof v === "object" && v !== null && !Array.isArray(v);
const text = (v: unknown): string | null => (typeof v === "string" ? textOr(v) : null);

/** Marks of `amd-smi static|list|metric --json`: cards by `gpu`, with what belongs to one beside it. */
export const hasAmdJson = (page: string): boolean =>
  /"gpu"\s*:\s*\d+/.test(page) && /"(?:asic|bdf|bus|kfd_id|vram|market_name|mem_usage|xgmi)"\s*:/.test(page);

/** `{"value": 196592, "unit": "MB"}` or `196592 MB`; null in any other unit, and for N/A. */
function megabytes(v: unknown): number | null {
  if (!isFields(v)) return typeof v === "string" && /MB\s*$/.test(v) ? figureOr(v) : null;
  return v.unit === "MB" && typeof v.value === "number" ? v.value : null;
}

function cardOf(item: unknown): AmdCard | null {
  if (!isFields(item) || typeof item.gpu !== "number") return null;
  const asic = isFields(item.asic) ? item.asic : {};
  const vram = isFields(item.vram) ? item.vram : {};
  const usage = isFields(item.mem_usage) ? item.mem_usage : {};
  const limit = isFields(item.limit) ? item.limit : {};
  const numa = isFields(item.numa) ? item.numa.node : null;
  const cap = isFields(limit.socket_power_limit) ? limit.socket_power_limit : limit.max_power;
  return card(item.gpu, {
    name: text(asic.market_name),
    deviceId: text(asic.device_id),
    uniqueId: text(item.uuid),
    memoryTotalMb: megabytes(vram.size) ?? megabytes(usage.total_vram),
    powerCapW: isFields(cap) && cap.unit === "W" && typeof cap.value === "number" ? cap.value : null,
    numaNode: typeof numa === "number" ? numa : null,
  });
}

/** `amd-smi … --json`: a list of cards, or the same under `gpu_data` in newer releases; null for anything else. */
export function readAmdJson(value: unknown): AmdReading | null {
  const list = isFields(value) ? value.gpu_data : value;
  if (!Array.isArray(list) || list.length === 0) return null;
  const cards = list.flatMap((item) => cardOf(item) ?? []);
  if (cards.length === 0) return null;
  const drivers = new Set(
    list.flatMap((i) => (isFields(i) && isFields(i.driver) ? (versionOr(text(i.driver.version) ?? "") ?? []) : [])),
  );
  return {
    tool: "amd-smi",
    version: null,
    rocm: null,
    driver: drivers.size === 1 ? ([...drivers][0] ?? null) : null,
    cards,
    idKeys: [],
    whole: cards.length === list.length,
    doubled: repeatsIndex(cards),
  };
}
