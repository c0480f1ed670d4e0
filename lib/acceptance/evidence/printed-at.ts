type Stamp = (m: RegExpMatchArray) => string | null;

interface Form {
  readonly formats: readonly string[];
  readonly pattern: RegExp;
  readonly stamp: Stamp;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const two = (text: string | undefined): string => (text ?? "").padStart(2, "0");
const ofParts: Stamp = (m) => `${m[1]}-${m[2]}-${m[3]}T${m[4]}`;
const ofSeconds: Stamp = (m) => new Date(Number(m[1]) * 1_000).toISOString().slice(0, 19);

/** Times as tools print them, of the machine's own clock and place. */
const FORMS: readonly Form[] = [
  {
    // `Thu Nov 20 10:00:00 2025`
    formats: ["nvidia-smi-table", "nvidia-smi-q", "nvidia-smi-q-x"],
    pattern: new RegExp(
      String.raw`\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (${MONTHS.join("|")}) +(\d{1,2}) (\d\d:\d\d:\d\d) (\d{4})\b`,
      "g",
    ),
    stamp: (m) => `${m[4]}-${two(String(MONTHS.indexOf(m[1] ?? "") + 1))}-${two(m[2])}T${m[3]}`,
  },
  {
    formats: ["nvidia-smi-csv"],
    pattern: /\b(\d{4})\/(\d\d)\/(\d\d) (\d\d:\d\d:\d\d)\.\d{3}\b/g,
    stamp: ofParts,
  },
  {
    formats: ["vllm-bench-json"],
    pattern: /"date"\s*:\s*"(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)"/g,
    stamp: (m) => `${m[1]}-${m[2]}-${m[3]}T${m[4]}:${m[5]}:${m[6]}`,
  },
  {
    // The year is not printed.
    formats: ["vllm-log"],
    pattern: /\b(?:INFO|WARNING|ERROR|DEBUG) (\d\d)-(\d\d) (\d\d:\d\d:\d\d)\b/g,
    stamp: (m) => `--${m[1]}-${m[2]}T${m[3]}`,
  },
  {
    formats: ["trtllm-log"],
    pattern: /\[(\d\d)\/(\d\d)\/(\d{4})-(\d\d:\d\d:\d\d)\]/g,
    stamp: (m) => `${m[3]}-${m[1]}-${m[2]}T${m[4]}`,
  },
  {
    formats: ["torchrun-log", "torch-distributed", "checkpoint-record", "media-job"],
    pattern: /\b(\d{4})-(\d\d)-(\d\d)[ T](\d\d:\d\d:\d\d)/g,
    stamp: ofParts,
  },
  {
    formats: ["aiperf", "guidellm", "inference-perf"],
    pattern: /"(?:start|end)_time"\s*:\s*"(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)/g,
    stamp: ofParts,
  },
  {
    formats: ["guidellm", "fio-json", "iperf3-json"],
    pattern: /"(?:start_time|end_time|timestamp|timesecs)"\s*:\s*(1[5-9]\d{8})(?:\.\d+)?\s*[,}]/g,
    stamp: ofSeconds,
  },
];

const PROBE_CHARS = 200_000;

function lastIn(text: string, format: string): string | null {
  for (const { formats, pattern, stamp } of FORMS) {
    if (!formats.includes(format)) continue;
    const found = [...text.matchAll(pattern)].map(stamp).findLast((s) => s !== null && isTime(s));
    if (found) return found;
  }
  return null;
}

const isTime = (stamp: string): boolean => !Number.isNaN(Date.parse(`${stamp.replace(/^--/, "2024-")}Z`));

/**
 * The last time that a tool printed, `2025-11-20T10:00:00` by the clock of its machine, `--11-20T10:00:00` where it prints
 * no year; null where it prints none. Only the beginning and the end of a long text are looked at.
 */
export function printedAt(format: string, text: string): string | null {
  return lastIn(text.slice(-PROBE_CHARS), format) ?? lastIn(text.slice(0, PROBE_CHARS), format);
}
