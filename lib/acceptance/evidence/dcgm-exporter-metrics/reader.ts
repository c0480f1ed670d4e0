import type { Json } from "@/lib/digest/canonical";
import type { CleanedText } from "../clean";
import { sortedDistinct } from "../distinct";
import { type Exposition, labelKey, type MetricSample, parseExposition } from "../prometheus";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, TROUBLE, unreadLine } from "../unread";

/** Last value for each card, by `gpu` and, in MIG mode, its instance; units as the exporter prints them. */
const WATCHED: Readonly<Record<string, string>> = {
  xid_errors: "DCGM_FI_DEV_XID_ERRORS",
  row_remap_failure: "DCGM_FI_DEV_ROW_REMAP_FAILURE",
  row_remap_pending: "DCGM_FI_DEV_ROW_REMAP_PENDING",
  uncorrectable_remapped_rows: "DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS",
  correctable_remapped_rows: "DCGM_FI_DEV_CORRECTABLE_REMAPPED_ROWS",
  ecc_double_bit_volatile: "DCGM_FI_DEV_ECC_DBE_VOL_TOTAL",
  ecc_double_bit_aggregate: "DCGM_FI_DEV_ECC_DBE_AGG_TOTAL",
  pcie_replays: "DCGM_FI_DEV_PCIE_REPLAY_COUNTER",
  gpu_temp_c: "DCGM_FI_DEV_GPU_TEMP",
  memory_temp_c: "DCGM_FI_DEV_MEMORY_TEMP",
  power_w: "DCGM_FI_DEV_POWER_USAGE",
  gpu_util_pct: "DCGM_FI_DEV_GPU_UTIL",
  fb_used_mib: "DCGM_FI_DEV_FB_USED",
  fb_free_mib: "DCGM_FI_DEV_FB_FREE",
  tensor_active: "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE",
  nvlink_bandwidth: "DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL",
};

/** Blank values of DCGM are integers near the largest 64-bit one: the card does not know. */
const isSentinel = (value: number): boolean => !Number.isFinite(value) || Math.abs(value) > 9e18;

function cardOf({ labels }: MetricSample): string {
  const host = labels.Hostname ?? labels.hostname;
  const instance = labels.GPU_I_ID === undefined || labels.GPU_I_ID === "" ? "" : `/${labels.GPU_I_ID}`;
  return `${host === undefined ? "" : `${host}:`}${labels.gpu ?? "?"}${instance}`;
}

function valuesOf(samples: readonly MetricSample[], name: string): Json {
  const last = new Map<string, number | null>();
  for (const s of samples) if (s.name === name) last.set(cardOf(s), isSentinel(s.value) ? null : s.value);
  return last.size === 0 ? null : Object.fromEntries(last);
}

const label = (samples: readonly MetricSample[], ...names: readonly string[]): string[] =>
  sortedDistinct(samples.flatMap((s) => names.flatMap((n) => (s.labels[n] ? [s.labels[n]] : [])).slice(0, 1)));

/** How often the series are there: several scrapes in one paste, or lines that were doubled or lost. */
function scrapes(samples: readonly MetricSample[]): { count: number; even: boolean; adjacent: boolean } {
  const seen = new Map<string, number>();
  let before = "";
  let adjacent = false;
  for (const s of samples) {
    const key = `${s.name}{${labelKey(s.labels)}}`;
    if (key === before) adjacent = true;
    before = key;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const counts = new Set(seen.values());
  return { count: Math.max(0, ...counts), even: counts.size <= 1, adjacent };
}

function factsOf(page: Exposition): Facts {
  const { samples } = page;
  return {
    samples: samples.length,
    metrics: sortedDistinct(samples.map((s) => s.name)),
    scrapes: scrapes(samples).count,
    gpus: label(samples, "gpu"),
    uuids: label(samples, "UUID", "uuid"),
    model_names: label(samples, "modelName"),
    hostnames: label(samples, "Hostname", "hostname"),
    driver_versions: label(samples, "DCGM_FI_DRIVER_VERSION"),
    mig_profiles: label(samples, "GPU_I_PROFILE"),
    vgpu: samples.some((s) => /^(?:NVIDIA )?GRID /.test(s.labels.modelName ?? "")),
    ...Object.fromEntries(Object.entries(WATCHED).map(([fact, name]) => [fact, valuesOf(samples, name)])),
  };
}

function warningsOf(page: Exposition, openEnd: boolean): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  const { count, even, adjacent } = scrapes(page.samples);
  if (openEnd) add("MAYBE_CUT", "the last line has no line end, which the format asks for");
  if (adjacent || !even) add("INCONSISTENT", "some series stand more often than others");
  else if (count > 1) add("SEVERAL_SCRAPES", `${count} scrapes in one paste: values are those of the last`);
  const failing = page.samples.filter((s) => s.name === "DCGM_FI_DEV_ROW_REMAP_FAILURE" && s.value > 0);
  if (failing.length > 0) add("REMAP_FAILED", "a row could not be remapped");
  return list;
}

function read(_text: string, cleaned: CleanedText): Reading {
  const page = parseExposition(cleaned.lines);
  const unread = page.unread.filter((l) => !isPrompt(l.text));
  const { even, adjacent } = scrapes(page.samples);
  const broken = unread.some((l) => /^DCGM_|\{/.test(l.text.trim()) || TROUBLE.test(l.text));
  const openEnd = cleaned.openEnd && !page.ended;
  return {
    tool: "dcgm-exporter",
    toolVersion: null,
    facts: factsOf(page),
    unread: unread.map(unreadLine),
    warnings: warningsOf(page, openEnd),
    complete: page.samples.length > 0 && even && !adjacent && !broken && !openEnd,
  };
}

function recognise(text: string): number {
  if (!text.includes("DCGM_FI_")) return 0;
  return /^[ \t]*DCGM_FI_\w+\{/m.test(text) || /^[ \t]*(?:# )?(?:HELP|TYPE) DCGM_FI_/m.test(text) ? 0.95 : 0.3;
}

/** dcgm-exporter's page: what each card measures. It says nothing of a card that it does not list. */
export const reader: EvidenceReader = { format: "dcgm-exporter-metrics", recognise, read };
