import { NVIDIA_ADA_TURING_VOLTA } from "./data/nvidia-ada-turing-volta";
import { NVIDIA_AMPERE } from "./data/nvidia-ampere";
import { NVIDIA_HOPPER_BLACKWELL } from "./data/nvidia-hopper-blackwell";
import { NVIDIA_WORKSTATION } from "./data/nvidia-workstation";
import { OTHER_VENDORS } from "./data/other";
import type { Accelerator } from "./schema";

const ALL: readonly Accelerator[] = [
  ...NVIDIA_HOPPER_BLACKWELL,
  ...NVIDIA_AMPERE,
  ...NVIDIA_ADA_TURING_VOLTA,
  ...NVIDIA_WORKSTATION,
  ...OTHER_VENDORS,
];
const BY_ID = new Map(ALL.map((a) => [a.id, a]));

/** All accelerators, newest data-centre cards first. */
export function listAccelerators(): readonly Accelerator[] {
  return ALL;
}

/** The accelerator with this catalogue id, or null. */
export function findAccelerator(id: string): Accelerator | null {
  return BY_ID.get(id) ?? null;
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Catalogue rows whose id, name or another name contains the text; spaces, dashes and case do not matter. */
export function searchAccelerators(text: string): readonly Accelerator[] {
  const wanted = plain(text);
  return ALL.filter((a) => [a.id, a.name, ...a.aliases].some((name) => plain(name).includes(wanted)));
}
