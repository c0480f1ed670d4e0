import { findModelPreset } from "@/lib/catalog/models";
import { GIB } from "@/lib/units/bytes";
import type { Estimate } from "./answer";
import { Lines } from "./lines";
import { type Component, pipelineAnswer, readComponents } from "./media-components";
import { type Phase, phasesOf } from "./media-work";
import type { EstimateRequest, MediaRun } from "./schema";
import type { Target } from "./target";
import { asWritten, word } from "./word";

const MEASURED = word("source.diffusers");
/** Share of the peak within which nine of ten measured runs of the open cases lie. */
const SPREAD = 0.15;
/** Of families that no run of these was of: their constants are those of a neighbour. */
const SPREAD_ELSE = 0.35;
const MEASURED_FAMILIES = { picture: ["flux", "sdxl", "sd3", "pixart"], video: ["hunyuan-video"] };

/** A picture or video pipeline: its networks, and the largest of encoding, denoising and decoding. */
export function estimateMedia(request: EstimateRequest, run: MediaRun, target: Target): Estimate {
  const components = readComponents(request, run.components ?? null);
  const family = request.model.preset == null ? null : (findModelPreset(request.model.preset)?.family ?? null);
  const lines = new Lines();
  const eightBit = components.some((c) => c.role === "transformer" && c.format === "int8");
  const phases = phasesOf(run, family, eightBit);
  const residentAt = (phase: Phase) => residentOf(components, run.offload, phase.network);
  const needAt = (phase: Phase) => phase.gib * GIB + bytesOf(residentAt(phase), run.offload);
  const worst = phases.reduce((a, b) => (needAt(b) > needAt(a) ? b : a));
  addComponents(lines, residentAt(worst), run.offload);
  const inputs = { width: run.width, height: run.height, frames: run.frames, batch: run.batch };
  lines.add("activations", worst.what, Math.round(worst.gib * GIB), worst.formula, inputs, MEASURED);
  lines.add("runtime", word("what.context"), Math.round(0.5 * GIB), word("formula.constant"), {}, MEASURED);
  const measured = MEASURED_FAMILIES[run.frames === 1 ? "picture" : "video"].includes(family ?? "");
  return pipelineAnswer(request, lines, components, target, measured ? SPREAD : SPREAD_ELSE);
}

/**
 * The networks on the card during a phase. With offloading by model only the one at work, and any that bitsandbytes
 * loaded at 8 bits: those cannot be moved to the host (diffusers, memory documentation). Text encoders stay together
 * (SD 3 with its three: 10.5 GiB); of two denoisers one works at a time, and a guide works beside it.
 */
function residentOf(
  components: readonly Component[],
  offload: MediaRun["offload"],
  network: Phase["network"],
): readonly Component[] {
  if (offload === "none") return components;
  const working = components.filter((c) => c.role === network);
  // Pipelines given by hand may name no such network: it then takes nothing in this phase.
  if (working.length === 0 && network === "transformer") return components;
  const [largest] = [...working].sort((a, b) => b.bytes - a.bytes);
  const works = (c: Component) => (network === "transformer" ? c === largest : c.role === network);
  const stays = (c: Component) =>
    works(c) || (network === "transformer" && c.role === "other") || (offload === "model" && c.format === "int8");
  return components.filter(stays);
}

/** Offloading by layer keeps no more than a layer or so of any network on the card. */
function bytesOf(resident: readonly Component[], offload: MediaRun["offload"]): number {
  const all = resident.reduce((sum, c) => sum + c.bytes, 0);
  return offload === "sequential" ? Math.min(all, GIB) : all;
}

function addComponents(lines: Lines, resident: readonly Component[], offload: MediaRun["offload"]): void {
  if (offload === "sequential") {
    const [what, formula] = [word("what.layer-at-a-time"), word("formula.at-most-gib", { gib: 1 })];
    lines.add("component:layers", what, bytesOf(resident, offload), formula, { offload }, MEASURED);
    return;
  }
  for (const c of resident) {
    const inputs = { parameters: c.parameters, format: c.format, ...(offload === "none" ? {} : { offload }) };
    const [what, formula] = [asWritten(c.name), word("formula.parameters-bits")];
    lines.add(`component:${c.name}`, what, c.bytes, formula, inputs, word("source.component"));
  }
}
