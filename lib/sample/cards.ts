import type { CardInput } from "@/lib/acceptance/schema";
import { SAMPLE_IMAGE_DIGEST } from "./evidence";

interface ChatEvidence {
  readonly list: string;
  readonly log: string;
  readonly bench: string;
  readonly contract: string;
}

const done = (items: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(items).map(([id, note]) => [id, { done: true, note, evidenceIds: [] }]));

/** What the author states after the three days of the chat's trial, each standing on a stored file. */
export function chatCard(e: ChatEvidence, at: (hours: number) => string): CardInput {
  /** Hours after the trial began: one gate after the other. */
  const attempt = (from: number, to: number, items: Readonly<Record<string, string>>) => ({
    startedAt: at(from),
    endedAt: at(to),
    outcome: "passed" as const,
    items: done(items),
  });
  const said = (text: string, ...evidenceIds: string[]) => ({ text, evidenceIds });
  return {
    statements: {
      "image-digest": said(SAMPLE_IMAGE_DIGEST, e.log),
      "compatible-stack": said("Driver 570, CUDA 12.8, vLLM 0.19.0 started on it", e.log),
      "card-exposed": said("One card bound by index; there is no scheduler on this node", e.list),
      "health-check": said("The idle check ran before the work; no warning", e.list),
      "recorded-output": said("The quality set gave the answers of the release before", e.bench),
      "data-protection-agreement": said("Signed before the trial", e.contract),
      "data-protection-residency": said("Frankfurt", e.contract),
      "data-protection-encryption": said("Volumes with the provider's key", e.contract),
    },
    gates: {
      smoke: [
        attempt(32, 36.5, {
          "exact-image": "Pulled by digest",
          "dependencies-only": "Store and token service answered, nothing else did",
          "end-to-end-result": "One prompt in, one answer stored",
        }),
      ],
      functional: [
        attempt(36.5, 37, {
          "known-input": "Quality set of 200 prompts",
          "output-format": "JSON envelope checked",
          "safety-logic": "The filter refused its ten cases",
          "version-pinning": "Model revision and image by digest",
        }),
      ],
      load: [
        attempt(37, 39, {
          queue: "At most 3 waiting",
          "cold-and-warm": "Cold start 112 s, shown apart",
          "errors-and-retries": "4 of 2,400 failed, none was retried",
        }),
      ],
      failure: [
        attempt(39, 41, {
          "stop-a-worker": "Killed under load",
          restart: "Back after 118 s",
          "lose-a-cache": "First answers slower, none wrong",
          "lose-a-dependency": "The token service away for five minutes: requests waited",
          retries: "The gateway tried once more",
          alerts: "On-call was paged after 60 s",
          "what-users-see": "Answers take longer, in words",
          "stop-rule": "Stopped after an hour without a request",
        }),
      ],
    },
    drill: {
      at: at(40),
      interrupted: "The server process was killed under load",
      workLostMinutes: 0,
      resumeMinutes: 2,
      retriedBy: "Gateway",
      result: "restarted",
      evidenceIds: [e.log],
    },
  };
}
