import type { CleanLine } from "../clean";
import { type AmdCard, type AmdReading, card, figureOr, repeatsIndex, textOr, versionOr } from "./card";

const HEAD = /\bAMD-SMI (\S+)\s+amdgpu version:\s*(\S+)\s+ROCm version:\s*(\S+)/;
const FIRST = /^\|\s*([0-9a-fA-F]{4}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\.\d)\s+(.*?)\s*\|\s*(.*?)\s*\|$/;
const SECOND = /^\|\s*(\d+)\s+.*\|.*?(\d+)\s*\/\s*(\d+)\s*(MB|GB)\s*\|$/;
const RULE = /^\+[-=+]+\+$/;

export const isAmdTable = (text: string): boolean => HEAD.test(text);

/** The framed table of `amd-smi`: two lines for each card, then the processes. */
export function readAmdTable(lines: readonly CleanLine[]): AmdReading {
  const cards: AmdCard[] = [];
  let head: RegExpExecArray | null = null;
  let open: string | null = null;
  let processes = false;
  let whole = false;
  let guest = false;
  for (const { text: raw } of lines) {
    const text = raw.trim();
    head ??= HEAD.exec(text);
    if (/^\|\s*Platform:.*(?:Guest|VF)/.test(text)) guest = true;
    if (/^\|\s*Processes:/.test(text)) processes = true;
    const first = FIRST.exec(text);
    const second = SECOND.exec(text);
    if (first) open = first[2] ?? "";
    else if (second && open !== null) {
      const unit = second[4] === "GB" ? 1024 : 1;
      const name = /^0x[0-9a-fA-F]+$/.test(open) ? null : textOr(open);
      const deviceId = /^0x[0-9a-fA-F]+$/.test(open) ? open : null;
      cards.push(
        card(Number(second[1]), { name, deviceId, memoryTotalMb: Number(second[3]) * unit, virtualFunction: guest }),
      );
      open = null;
    } else if (RULE.test(text) && cards.length > 0 && processes) whole = true;
  }
  const version = head?.[1] ?? null;
  const driver = versionOr(head?.[2]);
  const rocm = versionOr(head?.[3]);
  return { tool: "amd-smi", version, rocm, driver, cards, idKeys: [], whole, doubled: repeatsIndex(cards) };
}

const BLOCK = /^GPU: (\d+)\s*$/;

/** `amd-smi static`, `list`, `metric`: a block for each card, keys indented below it. */
export function readAmdBlocks(lines: readonly CleanLine[], openEnd: boolean): AmdReading {
  const blocks: { index: number; values: Map<string, string> }[] = [];
  for (const { text } of lines) {
    const block = BLOCK.exec(text.trimEnd());
    const pair = /^\s+([A-Z][A-Z0-9_]*): (.*)$/.exec(text);
    const open = blocks.at(-1);
    if (block) blocks.push({ index: Number(block[1]), values: new Map() });
    else if (pair && open && !open.values.has(pair[1] ?? "")) open.values.set(pair[1] ?? "", pair[2] ?? "");
  }
  const cards = blocks.map(({ index, values }) =>
    card(index, {
      name: textOr(values.get("MARKET_NAME")),
      deviceId: textOr(values.get("DEVICE_ID")),
      uniqueId: textOr(values.get("UUID")),
      memoryTotalMb: figureOr(values.get("SIZE")),
    }),
  );
  const sizes = new Set(blocks.map((b) => b.values.size));
  const whole = blocks.length > 0 && sizes.size === 1 && !sizes.has(0) && !openEnd;
  return {
    tool: "amd-smi",
    version: null,
    rocm: null,
    driver: null,
    cards,
    idKeys: [],
    whole,
    doubled: repeatsIndex(cards),
  };
}

export const hasAmdBlocks = (text: string): boolean =>
  /^[ \t]*GPU: \d+[ \t]*$/m.test(text) &&
  /^[ \t]+(?:ASIC|BDF|UUID|KFD_ID|MARKET_NAME|VBIOS|USAGE|POWER)\b.{0,3}:?/m.test(text);
