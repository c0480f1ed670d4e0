import { findAccelerator } from "../accelerators";
import type { Accelerator } from "../schema";

/** What a file says of a card beside its name. */
export interface CardHints {
  /** Text that may name the form: the provider's own instance name. */
  readonly formText: string;
  /** Memory of one card in MiB by each reading that the file allows; empty when it says none. */
  readonly memoryMib: readonly number[];
}

export type CardAnswer =
  | { readonly kind: "card"; readonly id: string; readonly form: string | null }
  /** Several rows of the catalogue fit: which one is not said. */
  | { readonly kind: "open"; readonly form: string | null }
  | { readonly kind: "unknown" }
  /** The catalogue knows the name with another memory only: a slice, a variant or a wrong figure. */
  | { readonly kind: "other-memory" };

/** Names of catalogues without spaces, dashes, case and maker, and the rows that may be meant. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  b300: ["b300-sxm"],
  gb300: ["gb300"],
  b200: ["b200-sxm"],
  gb200: ["gb200"],
  h200: ["h200-sxm", "h200-nvl"],
  h100: ["h100-sxm", "h100-pcie", "h100-nvl"],
  gh200: ["gh200-96"],
  h20: ["h20"],
  a100: ["a100-80-sxm", "a100-80-pcie", "a100-40-sxm", "a100-40-pcie"],
  a30: ["a30"],
  a40: ["a40"],
  a10: ["a10"],
  a10g: ["a10g"],
  l40s: ["l40s"],
  l40: ["l40"],
  l4: ["l4"],
  t4: ["t4"],
  v100: ["v100-16", "v100-32"],
  rtxpro6000: ["rtx-pro-6000-server", "rtx-pro-6000-ws"],
  rtxpro6000ws: ["rtx-pro-6000-ws"],
  rtx6000ada: ["rtx-6000-ada"],
  a6000: ["rtx-a6000"],
  rtxa6000: ["rtx-a6000"],
  a5000: ["rtx-a5000"],
  rtxa5000: ["rtx-a5000"],
  a4000: ["rtx-a4000"],
  rtxa4000: ["rtx-a4000"],
  rtx5090: ["rtx-5090"],
  rtx4090: ["rtx-4090"],
  rtx3090: ["rtx-3090"],
  rtx3080: ["rtx-3080"],
  gtx1080ti: ["gtx-1080ti"],
  mi355x: ["mi355x"],
  mi325x: ["mi325x"],
  mi300x: ["mi300x"],
  mi250: ["mi250"],
  mi250x: ["mi250"],
  mi210: ["mi210"],
  gaudi3: ["gaudi3"],
  gaudi2: ["gaudi2"],
  tpuv5e: ["tpu-v5e"],
  tpuv5litepod: ["tpu-v5e"],
  tpuv5p: ["tpu-v5p"],
  tpuv6e: ["tpu-v6e"],
};

/** Shares by which a stated memory may miss a card's own: 40 GB are sold as 40960 MiB and reported as 40537. */
const MEMORY_TOLERANCE = 0.04;
const MIB_PER_GIB = 1024;

/**
 * The catalogue row that a name of a price list means. A name such as `A100` covers several cards: the memory inside the
 * name, the memory that the file states, and the form in the provider's own instance name decide; nothing else does, and
 * what they leave open stays open.
 */
export function cardNamed(name: string, hints: CardHints): CardAnswer {
  const exact = findAccelerator(name.trim().toLowerCase());
  if (exact) return { kind: "card", id: exact.id, form: exact.formFactor };
  const inName = /(\d+)\s*gb/i.exec(name)?.[1];
  const form = formIn(`${name} ${hints.formText}`);
  const known = rowsNamed(name);
  if (known.length === 0) return { kind: "unknown" };
  const memory = inName === undefined ? hints.memoryMib : [Number(inName) * MIB_PER_GIB];
  const fitting = memory.length === 0 ? known : known.filter((card) => memory.some((mib) => hasMemory(card, mib)));
  if (fitting.length === 0) return { kind: "other-memory" };
  const formed = form === null ? fitting : fitting.filter((card) => formOf(card) === form);
  // A V100 in PCIe form is a card that the catalogue holds under its other form: memory and name still decide.
  const left = formed.length > 0 ? formed : fitting;
  const only = left.length === 1 ? left[0] : undefined;
  if (!only) return { kind: "open", form };
  return { kind: "card", id: only.id, form: form ?? (known.length === 1 ? only.formFactor : null) };
}

function rowsNamed(name: string): readonly Accelerator[] {
  const plain = name
    .toLowerCase()
    .replace(/\(.*?\)|\d+\s*gb|nvidia|tesla|geforce/g, "")
    .replace(/[-\s_](sxm\d?|pcie|nvl|hgx)\b/g, "")
    .replace(/[^a-z0-9]/g, "");
  return (NAMES[plain] ?? []).flatMap((id) => findAccelerator(id) ?? []);
}

/** The form that a text names; null when it names none. */
function formIn(text: string): "SXM" | "PCIe" | "NVL" | null {
  if (/sxm|hgx/i.test(text)) return "SXM";
  if (/nvl(?![a-z0-9])/i.test(text)) return "NVL";
  return /pcie/i.test(text) ? "PCIe" : null;
}

function formOf(card: Accelerator): string {
  return card.id.endsWith("-nvl") ? "NVL" : card.formFactor;
}

function hasMemory(card: Accelerator, mib: number): boolean {
  const own = [card.memory.reportedMib, card.memory.soldAsGb * MIB_PER_GIB];
  return own.some((size) => size !== null && Math.abs(size - mib) / size <= MEMORY_TOLERANCE);
}
