import { z } from "zod";

const rate = z.number().positive().nullable();

/** One accelerator as dated, sourced facts. `null` means that no source was found, never zero. */
export const acceleratorSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string().min(1),
  vendor: z.enum(["NVIDIA", "AMD", "Intel", "Google"]),
  architecture: z.string().min(1),
  formFactor: z.string().min(1),
  aliases: z.array(z.string()),
  memory: z.strictObject({
    soldAsGb: z.number().positive(),
    type: z.string(),
    /** What nvidia-smi, rocm-smi or hl-smi prints, MiB. Plan with this one. */
    reportedMib: z.int().positive().nullable(),
    /** What a process sees (CUDA), GiB: below the driver's figure. */
    engineTotalGib: z.number().positive().nullable(),
    engineTotalSource: z.string().nullable(),
  }),
  /** Peak, decimal GB per second. */
  bandwidthGbPerS: z.number().positive(),
  /** Without sparsity, TFLOPS. */
  denseTflops: z.strictObject({
    fp32: rate,
    tf32: rate,
    fp16: rate,
    bf16: rate,
    fp8: rate,
    int8: rate,
    fp4: rate,
  }),
  tdpW: z.number().positive().nullable(),
  computeCapability: z.string(),
  link: z.strictObject({ name: z.string(), gbPerSPerDirection: z.number().positive().nullable() }),
  mig: z
    .array(z.strictObject({ profile: z.string(), memoryGb: z.number().positive(), maxCount: z.int().positive() }))
    .nullable(),
  typicalGpusPerNode: z.int().positive(),
  confidence: z.enum(["high", "medium", "low"]),
  /** Fields whose value is commonly quoted or derived, and was not seen in a source. */
  unsourcedFields: z.array(z.string()),
  source: z.string().min(1),
  dated: z.iso.date(),
});

export type Accelerator = z.infer<typeof acceleratorSchema>;

/**
 * A known model. `config` holds only the fields that an estimate reads, in the names of a Hugging Face config.json;
 * `components` holds the parts of a picture or video pipeline.
 */
export interface ModelPreset {
  readonly id: string;
  readonly name: string;
  readonly family: string;
  readonly kind: "language" | "encoder" | "media";
  readonly config: Readonly<Record<string, unknown>> | null;
  readonly components: readonly PipelineComponent[] | null;
  /** Measured or published total, decimal text; null when the config decides. */
  readonly parameters: string | null;
  readonly source: string;
  readonly dated: string;
}

/** One network of a pipeline: which part it plays decides when it must be resident. */
export interface PipelineComponent {
  readonly name: "transformer" | "text-encoder" | "vae";
  readonly parameters: string;
  readonly weightFormat: string;
  /** Width, blocks and patch (pixels a side, latent frames) of a denoising transformer, where its training was measured. */
  readonly shape?: {
    readonly hidden: number;
    readonly layers: number;
    readonly patchPixels: number;
    readonly patchLatentFrames: number;
  };
  /** Parameters that stay at 32 bits under fp16 and under bitsandbytes' formats; absent means none. */
  readonly fp32Parameters?: string;
  readonly source: string;
}
