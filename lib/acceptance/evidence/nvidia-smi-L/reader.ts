import type { Json } from "@/lib/digest/canonical";
import type { CleanedText, CleanLine } from "../clean";
import { countBy, sortedDistinct } from "../distinct";
import { rowsOf } from "../payloads";
import type { EvidenceReader, EvidenceWarning, Reading, UnreadLine } from "../reader-contract";
import { isPrompt, TROUBLE, unreadLine } from "../unread";

interface GpuLine {
  readonly index: number;
  readonly name: string;
  readonly uuid: string;
}

interface MigLine {
  readonly profile: string;
  readonly uuid: string;
  readonly device: number;
  /** Which listed GPU it stands under; -1 when the listing begins in the middle. */
  readonly under: number;
}

const GPU = /^\s*GPU\s+(\d+):\s+(.+?)\s+\(UUID:\s+([^\s)]+)\)\s*$/;
const MIG = /^\s*MIG\s+(\S+)\s+Device\s+(\d+):\s+\(UUID:\s+([^\s)]+)\)\s*$/;
const HANDLE_ERROR =
  /Unable to determine the device handle for GPU\s*([0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\.\d)?:?\s*(.*)$/;
const OTHER_ERROR =
  /(No devices were found|Failed to initialize NVML.*|NVIDIA-SMI has failed.*|Insufficient Permissions)/;
const COMMAND = /^(?:\$\s*)?(?:sudo\s+)?\S*nvidia-smi\s+(?:-L|--list-gpus)\s*$/;
const DATE = /^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d .*\d{4}$/;
const MASKED = /\*|^(?:GPU|MIG)-0{8}-0{4}-0{4}-0{4}-0{12}$|^REDACTED/i;

interface Found {
  readonly gpus: GpuLine[];
  readonly migs: MigLine[];
  readonly unread: UnreadLine[];
  error: string | null;
  bus: string | null;
}

function sort(lines: readonly CleanLine[]): Found {
  const found: Found = { gpus: [], migs: [], unread: [], error: null, bus: null };
  for (const line of lines) {
    const gpu = GPU.exec(line.text);
    const mig = MIG.exec(line.text);
    const handle = HANDLE_ERROR.exec(line.text);
    const other = OTHER_ERROR.exec(line.text);
    if (gpu) found.gpus.push({ index: Number(gpu[1]), name: gpu[2] ?? "", uuid: gpu[3] ?? "" });
    else if (mig) found.migs.push(migLine(mig, found.gpus.length - 1));
    else if (handle) {
      found.error = `device handle ${handle[2]?.trim() || "error"}`;
      found.bus = handle[1] ?? null;
    } else if (other) found.error = other[1]?.trim() ?? null;
    else if (line.text.trim() !== "" && !isAround(line.text)) found.unread.push(unreadLine(line));
  }
  return found;
}

const isAround = (text: string): boolean => COMMAND.test(text.trim()) || isPrompt(text) || DATE.test(text.trim());

/** Distinct cards. Time-slicing prints one card for each pod; a masked UUID cannot be told apart, so its index counts. */
function physical(gpus: readonly GpuLine[]): number {
  return new Set(gpus.map((g) => (MASKED.test(g.uuid) ? `${g.uuid}/${g.index}` : g.uuid))).size;
}

const migLine = (m: RegExpExecArray, under: number): MigLine => ({
  profile: m[1] ?? "",
  device: Number(m[2]),
  uuid: m[3] ?? "",
  under,
});

/** One device number twice under one card: lines were doubled. */
const repeatsDevice = (migs: readonly MigLine[]): boolean =>
  new Set(migs.map((m) => `${m.under}/${m.device}`)).size < migs.length;

/**
 * GPU instances behind the MIG devices: `1c.3g.71gb` and `2c.3g.71gb` are two compute instances inside one instance, so
 * compute slices of one profile fill an instance before the next begins. Old UUIDs carry the instance number itself.
 */
function gpuInstances(migs: readonly MigLine[]): number {
  const legacy = migs.map((m) => /^(MIG-GPU-.+)\/(\d+)\/\d+$/.exec(m.uuid));
  if (migs.length > 0 && legacy.every((l) => l !== null)) return new Set(legacy.map((l) => `${l?.[1]}/${l?.[2]}`)).size;
  let instances = 0;
  const slices: Record<string, number> = {};
  for (const { profile, under } of migs) {
    const part = /^(\d+)c\.((\d+)g\..+)$/.exec(profile);
    if (!part) {
      instances += 1;
      continue;
    }
    const key = `${under}/${part[2]}`;
    const used = (slices[key] ?? 0) + Number(part[1]);
    if (slices[key] === undefined || slices[key] === 0) instances += 1;
    slices[key] = used >= Number(part[3]) ? 0 : used;
  }
  return instances;
}

function migForm(migs: readonly MigLine[]): Json {
  if (migs.length === 0) return null;
  return migs.every((m) => m.uuid.startsWith("MIG-GPU-")) ? "legacy MIG-GPU-<gpu uuid>/<GI>/<CI>" : "MIG-<uuid>";
}

function warningsOf(found: Found, shared: boolean, virtual: boolean): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (found.error) add("TOOL_ERROR", `nvidia-smi reports: ${found.error}`);
  if (found.gpus.some((g) => MASKED.test(g.uuid))) add("MASKED_UUID", "a UUID is masked: identity cannot be proved");
  if (shared) add("SHARED_GPU", "the same card is listed more than once: time-slicing or several pods");
  if (virtual) add("VIRTUAL_GPU", "a GRID name is a slice of a card, not the card");
  return list;
}

function read(_text: string, cleaned: CleanedText): Reading {
  const { rows, tooLong } = rowsOf(cleaned.lines);
  const found = sort(rows);
  const { gpus, migs, unread } = found;
  const virtual = gpus.some((g) => /^(?:NVIDIA )?GRID /.test(g.name));
  const cards = physical(gpus);
  const shared = cards < gpus.length;
  const noList = gpus.length === 0;
  const trouble = tooLong.length > 0 || unread.some((u) => TROUBLE.test(u.text) || /^\s*(?:GPU|MIG)\b/.test(u.text));
  // A sign that began every line and has nothing behind it began one more.
  const begun = /^[#>]?$/.test(cleaned.lines.at(-1)?.text.trim() ?? "");
  const cutEnd = cleaned.openEnd && (unread.length > 0 || begun);
  // A card that is listed again was not listed by one host at one time: that is no inventory.
  const once = !shared && !repeatsDevice(migs);
  return {
    tool: "nvidia-smi",
    toolVersion: null,
    facts: {
      gpu_lines: gpus.length,
      gpu_count_physical: noList ? null : virtual ? "unknown (vGPU)" : cards,
      names: sortedDistinct(gpus.map((g) => g.name)),
      uuids: [...new Set(gpus.map((g) => g.uuid))],
      mig_devices: migs.length,
      mig_profiles: countBy(migs.map((m) => m.profile)),
      // Without MIG lines the listing does not say whether the mode is on: unknown, not off.
      mig_enabled: migs.length > 0 ? true : null,
      mig_uuid_form: migForm(migs),
      gpu_instances: migs.length > 0 ? gpuInstances(migs) : null,
      is_vgpu: noList ? null : virtual,
      shared: noList ? null : shared,
      indented_by: cleaned.indentedBy,
      error: found.error,
      bus: found.bus,
    },
    unread: [...unread, ...tooLong.map(unreadLine)],
    warnings: warningsOf(found, shared, virtual),
    complete: !noList && found.error === null && once && !trouble && !cutEnd,
  };
}

function recognise(text: string): number {
  const listed = /^[ \t]*GPU[ \t]+\d+:[ \t]+[^\n]{1,200}\(UUID:[ \t]+\S/m.test(text);
  // `nvidia-smi nvlink -s` prints the same card lines, each followed by its links.
  if (listed) return /^\s*Link\s+\d+:|^\s*(?:NVML: )?.*Nvlink/im.test(text) ? 0.2 : 0.95;
  if (text.includes("Unable to determine the device handle")) return 0.6;
  return /\bnvidia-smi\s+(?:-L|--list-gpus)\b/.test(text) ? 0.5 : 0;
}

/** `nvidia-smi -L`: the cards and MIG devices one process can see. It never proves a host's inventory. */
export const reader: EvidenceReader = { format: "nvidia-smi-L", recognise, read };
