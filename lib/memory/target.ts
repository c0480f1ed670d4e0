import { findAccelerator, listAccelerators } from "@/lib/catalog/accelerators";
import { type Bytes, bytes, fromGib, GIB, MIB } from "@/lib/units/bytes";
import { NotEstimable } from "./not-estimable";
import { notInCatalogue } from "./not-in-catalogue";
import type { GpuChoice } from "./schema";
import { word } from "./word";

/** The card as an engine meets it. */
export interface Target {
  readonly name: string;
  /** What a process can use of it, whole bytes. */
  readonly usable: Bytes;
  readonly how: string;
  readonly source: string;
  readonly gpusPerNode: number | null;
  /** What other processes hold of it when this one starts; absent where nobody stated any. */
  readonly heldByOthers?: Bytes;
}

/** The card without what others hold: for whoever takes memory as it needs it. */
export function leftByOthers(target: Target): Target {
  const { heldByOthers, ...rest } = target;
  if (heldByOthers === undefined) return target;
  const how = `${target.how}, less ${Math.round(heldByOthers / MIB)} MiB that other processes hold`;
  return { ...rest, how, usable: bytes(Math.max(0, target.usable - heldByOthers)) };
}

/**
 * CUDA shows less than the driver reports: 0.43–0.48 GiB less on H100, A100, L4, 4090, 3090 and 5090 in start-up logs.
 * The largest of these is taken where a card's own figure is not known.
 */
const DRIVER_RESERVE = bytes(480 * MIB);

/** Usable memory of the chosen card, slice or stated figure. Raises NotEstimable for what the catalogue cannot say. */
export function resolveTarget(gpu: GpuChoice): Target {
  if (typeof gpu === "string") return fromCatalogue(gpu);
  const name = gpu.id ?? "stated card";
  const perNode = gpu.id === undefined ? null : (findAccelerator(gpu.id)?.typicalGpusPerNode ?? null);
  if (gpu.totalGib !== undefined) {
    return {
      name,
      usable: fromGib(gpu.totalGib),
      how: "as the engine sees it",
      source: "stated in the request",
      gpusPerNode: perNode,
    };
  }
  if (gpu.reportedMib !== undefined) return fromReported(name, gpu.reportedMib, "stated in the request", perNode);
  if (gpu.id === undefined) throw new NotEstimable("gpu", word("reason.card-not-stated"));
  return gpu.mig === undefined ? fromCatalogue(gpu.id) : fromSlice(gpu.id, gpu.mig);
}

function fromReported(name: string, reportedMib: number, source: string, gpusPerNode: number | null): Target {
  const usable = bytes(Math.round(reportedMib * MIB) - DRIVER_RESERVE);
  return { name, usable, how: `reported ${reportedMib} MiB less 480 MiB that the driver keeps`, source, gpusPerNode };
}

function known(id: string) {
  const card = findAccelerator(id);
  if (card !== null) return card;
  throw new NotEstimable("gpu", notInCatalogue("accelerator", id, listAccelerators()), "unusable-field");
}

function fromCatalogue(id: string): Target {
  const card = known(id);
  const { engineTotalGib, engineTotalSource, reportedMib } = card.memory;
  if (engineTotalGib !== null) {
    return {
      name: card.name,
      usable: fromGib(engineTotalGib),
      how: "as CUDA shows it",
      source: engineTotalSource ?? card.source,
      gpusPerNode: card.typicalGpusPerNode,
    };
  }
  if (reportedMib !== null) return fromReported(card.name, reportedMib, card.source, card.typicalGpusPerNode);
  throw new NotEstimable("gpu.totalGib", word("reason.card-memory-unknown", { card: card.name }));
}

/** A slice shows somewhat less than its name: 20,224 of 20,480 MiB for 3g.20gb on an A100, 21 of 23 GB on a B200. */
const SLICE_SHARE = 0.91;

function fromSlice(id: string, profile: string): Target {
  const card = known(id);
  const slice = card.mig?.find((m) => m.profile === profile);
  if (slice === undefined) {
    const profiles = card.mig?.map((m) => m.profile).join(", ") ?? "";
    const named = { card: card.name, profile };
    const why = profiles === "" ? word("reason.no-mig", named) : word("reason.no-mig-profile", { ...named, profiles });
    throw new NotEstimable("gpu.mig", why, "unusable-field");
  }
  return {
    name: `${card.name} ${profile}`,
    usable: bytes(Math.floor(slice.memoryGb * GIB * SLICE_SHARE)),
    how: `${slice.memoryGb} GB by name, of which a slice shows about 91 %`,
    source: `${card.source}; slices in the NVIDIA MIG guide`,
    gpusPerNode: 1,
  };
}
