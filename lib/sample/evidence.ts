/*
 * What the tools would have printed in the trial of the sample's chat service. Made up, and marked as sample by the
 * workspace itself; the figures agree with the estimate of the brief.
 */

const pad = (n: number): string => String(n).padStart(2, "0");
const stamp = (d: Date, seconds: number): string => {
  const t = new Date(d.getTime() + seconds * 1000);
  return `${pad(t.getUTCMonth() + 1)}-${pad(t.getUTCDate())} ${pad(t.getUTCHours())}:${pad(t.getUTCMinutes())}:${pad(t.getUTCSeconds())}`;
};

export const SAMPLE_IMAGE_DIGEST = `sha256:${"4d5e".repeat(16)}`;

export function smiList(): string {
  return "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-5a3c7d10-2b41-4f6e-9c8d-0e1f2a3b4c5d)\n";
}

/** A start-up log of vLLM 0.19.0 with the brief's settings. */
export function startUpLog(at: Date): string {
  const line = (seconds: number, where: string, text: string) => `INFO ${stamp(at, seconds)} [${where}] ${text}`;
  return [
    line(0, "api_server.py:1289", "vLLM API server version 0.19.0"),
    line(
      4,
      "core.py:93",
      "Initializing a V1 LLM engine (v0.19.0) with config: model='meta-llama/Llama-3.1-8B', revision=0e9e39f, dtype=torch.bfloat16, max_seq_len=8192, tensor_parallel_size=1",
    ),
    line(52, "gpu_model_runner.py:2653", "Model loading took 14.99 GiB memory and 38.20 seconds"),
    line(84, "gpu_worker.py:298", "Available KV cache memory: 54.11 GiB"),
    line(84, "kv_cache_utils.py:1087", "GPU KV cache size: 443,264 tokens"),
    line(84, "kv_cache_utils.py:1091", "Maximum concurrency for 8,192 tokens per request: 54.11x"),
    line(112, "launcher.py:44", "Route: /health, Methods: GET"),
    "INFO:     Application startup complete.",
    "",
  ].join("\n");
}

/** `vllm bench serve` above the brief's four requests a second. */
export function benchResult(): string {
  return JSON.stringify({
    model_id: "meta-llama/Llama-3.1-8B",
    num_prompts: 2400,
    request_rate: 5,
    duration: 520,
    completed: 2396,
    failed: 4,
    total_input_tokens: 2_156_400,
    total_output_tokens: 599_000,
    request_throughput: 4.608,
    output_throughput: 1151.92,
    total_token_throughput: 5298.85,
    mean_ttft_ms: 141.2,
    median_ttft_ms: 118.4,
    p95_ttft_ms: 287.9,
    p99_ttft_ms: 402.6,
    mean_tpot_ms: 14.1,
    median_tpot_ms: 13.6,
    p95_tpot_ms: 19.8,
    p99_tpot_ms: 24.3,
  });
}

export function contractNote(): string {
  return "Data processing agreement of the sample provider, signed; data stay in Frankfurt; volumes encrypted with the provider's key.\n";
}
