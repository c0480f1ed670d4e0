import type { MediaRun } from "./schema";
import { type Word, word } from "./word";

/** One phase of a pipeline: what it works with beside the networks that are on the card then. */
export interface Phase {
  readonly what: Word;
  readonly gib: number;
  readonly formula: Word;
  readonly network: "text-encoder" | "transformer" | "vae";
}

/** GiB per megapixel of a picture, by family: what denoising and decoding work with, as measured at 1024 × 1024. */
interface PictureWork {
  readonly denoise: number;
  readonly decode: number;
}

const PICTURE: Readonly<Record<string, PictureWork>> = {
  // Peak less loaded networks in diffusers' quantisation table: 4.0–5.2 GiB whatever the format.
  flux: { denoise: 4.4, decode: 2.3 },
  // The U-Net keeps wide maps at full latent resolution.
  sdxl: { denoise: 4.4, decode: 2.3 },
  // 4.3 GiB with the 3.9 GiB transformer alone on the card; 18.8 GiB with all networks while it decodes.
  sd3: { denoise: 0.4, decode: 2.3 },
  // The quantisation tables of PixArt show hardly more than the networks, at one picture and at four.
  pixart: { denoise: 0.05, decode: 0.05 },
};
const PICTURE_ELSE: PictureWork = { denoise: 2.2, decode: 2.3 };

/** GiB per megapixel and latent frame (four frames each) while denoising a video. */
const VIDEO_DENOISE = 0.3;
/** GiB per megapixel and frame when a video is decoded in one piece; tiles cap it. */
const VIDEO_DECODE = 0.42;
const TILED_DECODE_GIB = 3.5;
const TILE_MEGAPIXELS = (1024 * 1024) / 1e6;
/**
 * LTX makes one token of 32 × 32 pixels and eight frames, the others of 16 × 16 and four: an eighth of the work. Reckoned
 * from its networks, not measured.
 */
const WORK_SHARE: Readonly<Record<string, number>> = { "ltx-video": 1 / 8 };
/** Products of 8-bit matrices keep 32-bit sums and their 16-bit outliers beside the result (bitsandbytes). */
const EIGHT_BIT_SHARE = 2.3;
/** One prompt through the text encoders; it decides only where networks wait on the host. */
const ENCODING_GIB = 0.05;

/** The phases of one run in order. `eightBit`: the denoising network computes at 8 bits. */
export function phasesOf(run: MediaRun, family: string | null, eightBit: boolean): Phase[] {
  const megapixels = (run.width * run.height * run.batch) / 1e6;
  const encoding: Phase = {
    what: word("what.encoding"),
    gib: ENCODING_GIB,
    formula: word("formula.constant"),
    network: "text-encoder",
  };
  const share = eightBit ? EIGHT_BIT_SHARE : 1;
  if (run.frames === 1) {
    const work = PICTURE[family ?? ""] ?? PICTURE_ELSE;
    const decode = phase("what.decoding", "vae", work.decode, megapixels, "megapixel");
    // A tile is no larger than the picture that the constants were measured at.
    const tile = {
      ...decode,
      gib: Math.min(decode.gib, work.decode * TILE_MEGAPIXELS),
      formula: word("formula.tiles"),
    };
    return [
      encoding,
      phase("what.denoising", "transformer", work.denoise, megapixels, "megapixel"),
      run.vaeTiling ? tile : decode,
    ];
  }
  const latents = megapixels * Math.ceil(run.frames / 4);
  const work = WORK_SHARE[family ?? ""] ?? 1;
  const decode = phase("what.decoding", "vae", VIDEO_DECODE * work, megapixels * run.frames, "megapixel-frame");
  const tiled = { ...decode, gib: Math.min(decode.gib, TILED_DECODE_GIB), formula: word("formula.tiles") };
  return [
    encoding,
    phase("what.denoising", "transformer", VIDEO_DENOISE * share * work, latents, "megapixel-latent"),
    run.vaeTiling ? tiled : decode,
  ];
}

function phase(
  what: "what.denoising" | "what.decoding",
  network: Phase["network"],
  each: number,
  units: number,
  unit: "megapixel" | "megapixel-frame" | "megapixel-latent",
): Phase {
  const formula = word(`formula.gib-per-${unit}`, { gib: Number(each.toFixed(2)) });
  return { what: word(what), network, gib: each * units, formula };
}
