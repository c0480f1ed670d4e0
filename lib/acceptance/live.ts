/** What a vLLM server and a Prometheus server are asked for: both answer with a page of metrics. */
export const LIVE_KINDS = ["metrics", "prometheus"] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

export const LIVE_EVERY_SECONDS = [60, 120, 300, 600] as const;
/** Beyond this a watch ends by itself. */
export const LIVE_MOST_SCRAPES = 120;
/** So many failures in a row end it. */
export const LIVE_MOST_FAILURES = 10;

/** Series that Prometheus is asked for where nothing else is said: those of vLLM. */
export const DEFAULT_SELECTOR = '{__name__=~"vllm:.*"}';

/** Why a watch ended; words are `review.live.why.<code>`. */
export const LIVE_STOPS = [
  "by-hand",
  "time-over",
  "gate-closed",
  "review-moved",
  "no-right",
  "not-listed",
  "enough",
  "failing",
] as const;
export type LiveStop = (typeof LIVE_STOPS)[number];

export interface LiveHost {
  readonly host: string;
  readonly inside: boolean;
}

/** Whether an address may be asked, by name or by name and port; `inside` when it may lie in a private network. */
export function listed(
  hosts: readonly LiveHost[],
  at: { readonly host: string; readonly hostAndPort: string },
): LiveHost | null {
  const own = hosts.filter((h) => h.host === at.host || h.host === at.hostAndPort);
  return own.find((h) => h.inside) ?? own[0] ?? null;
}
