import type { Json } from "@/lib/digest/canonical";
import { jsonMarks, jsonReader } from "../json-reader";
import { type Fields, fieldAt, isFields, numberAt, textAt } from "../perf-json";
import { round } from "../perf-metrics";
import type { EvidenceWarning, Facts } from "../reader-contract";

const gigabits = (bits: number | null): number | null => (bits === null ? null : round(bits / 1e9));
const rounded = (value: number | null): number | null => (value === null ? null : round(value));

function factsOf(output: Fields): Record<string, Json> {
  const end = output.end;
  const start = fieldAt(output, "start", "test_start");
  const reverse = numberAt(start, "reverse");
  // A datagram test prints one sum for both ends.
  const sum = numberAt(end, "sum", "bits_per_second");
  const udp = textAt(start, "protocol") === "UDP";
  const connected = fieldAt(output, "start", "connected");
  return {
    protocol: textAt(start, "protocol"),
    streams: numberAt(start, "num_streams"),
    streams_connected: Array.isArray(connected) ? connected.length : null,
    reverse: reverse === null ? null : reverse === 1,
    seconds: rounded(numberAt(end, "sum_sent", "seconds") ?? numberAt(end, "sum", "seconds")),
    asked_seconds: numberAt(start, "duration"),
    sent_gbit_s: gigabits(numberAt(end, "sum_sent", "bits_per_second") ?? (udp ? sum : null)),
    received_gbit_s: gigabits(numberAt(end, "sum_received", "bits_per_second") ?? (udp ? sum : null)),
    sent_bytes: numberAt(end, "sum_sent", "bytes") ?? numberAt(end, "sum", "bytes"),
    retransmits: numberAt(end, "sum_sent", "retransmits"),
    jitter_ms: rounded(numberAt(end, "sum", "jitter_ms")),
    lost_pct: rounded(numberAt(end, "sum", "lost_percent")),
    host_cpu_pct: rounded(numberAt(end, "cpu_utilization_percent", "host_total")),
    remote_cpu_pct: rounded(numberAt(end, "cpu_utilization_percent", "remote_total")),
    intervals: Array.isArray(output.intervals) ? output.intervals.length : null,
    error: textAt(output, "error"),
  };
}

function warningsOf(facts: Facts): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  const number = (key: string) => (typeof facts[key] === "number" ? facts[key] : null);
  if (facts.error !== null) add("TOOL_ERROR", String(facts.error));
  if (number("received_gbit_s") === 0) add("NOTHING_MEASURED", "nothing arrived");
  const [sent, received] = [number("sent_gbit_s"), number("received_gbit_s")];
  if (sent !== null && received !== null && received > sent * 1.05 + 0.001) {
    add("INCONSISTENT", "more arrived than was sent");
  }
  const [asked, took] = [number("asked_seconds"), number("seconds")];
  if (asked !== null && took !== null && asked > 0 && took < asked * 0.9) {
    add("CUT_SHORT", `${asked} s asked, ${took} s measured`);
  }
  if ((number("lost_pct") ?? 0) > 0) add("PACKETS_LOST", `${facts.lost_pct} % of datagrams were lost`);
  return list;
}

/** `iperf3 --json`. */
export const reader = jsonReader({
  format: "iperf3-json",
  tool: "iperf3",
  recognise: (text) =>
    jsonMarks(text, [/"start"\s*:\s*\{/, /"version"\s*:\s*"iperf 3|"test_start"\s*:/, /"(?:end|error|intervals)"\s*:/]),
  is: (value): value is Fields =>
    isFields(value) && isFields(value.start) && (isFields(value.end) || typeof value.error === "string"),
  version: (output) => textAt(output, "start", "version")?.replace(/^iperf /, "") ?? null,
  facts: factsOf,
  warnings: warningsOf,
  fatal: ["TOOL_ERROR", "NOTHING_MEASURED", "INCONSISTENT", "CUT_SHORT"],
  needed: ["protocol", "sent_gbit_s", "received_gbit_s"],
});
