/** GPU time as samples of utilisation show it. Idle and used time sum to the observed time, to the second. */
export interface IdleTime {
  readonly idleGpuSeconds: number;
  readonly observedGpuSeconds: number;
  /** What the cards drew in the observed time; null without a power of every sample of it. */
  readonly energyJoules: number | null;
  readonly gpus: number;
  readonly samples: number;
  /** Samples without a number (`[N/A]`, `[Unknown Error]`): their time is not observed. */
  readonly unknown: number;
  /** As the first and the last sample print their time; the node's own clock and zone. */
  readonly from: string;
  readonly to: string;
}

export type IdleReading =
  | { readonly ok: true; readonly idle: IdleTime }
  | {
      readonly ok: false;
      readonly code: "no-header" | "no-time" | "no-utilisation" | "no-samples" | "row";
      /** Line that could not be read, from 1, or null. */
      readonly line: number | null;
    };

/** Below this a card does nothing that anybody waits for; the driver rounds to whole percent. */
export const IDLE_BELOW_PERCENT = 5;
/** The draw over the last moments first: the instant one jumps. */
const POWER = ["power.draw", "power.draw.average", "power.draw.instant"];

/** `59.12 W`, or `59,12 W` where a spreadsheet wrote it. */
function wattsOf(cell: string): number | null {
  const found = /^(\d+)(?:[.,](\d+))? ?W?$/.exec(cell);
  return found === null ? null : Number(`${found[1]}.${found[2] ?? "0"}`);
}

/** A sample speaks for the time to the next one, but not across a gap of more than this many usual steps. */
const LONGEST_STEPS = 3;

const TIME = /^(\d{4})[/-](\d{2})[/-](\d{2})[ T](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,3})\d*)?$/;

/** Milliseconds on the node's own clock; only differences of them are used. */
function clockMs(text: string): number | null {
  const m = TIME.exec(text);
  if (!m) return null;
  const [year, month, day, hour, minute, second] = m.slice(1, 7).map(Number);
  const ms = Number((m[7] ?? "0").padEnd(3, "0"));
  if (!month || month > 12 || !day || day > 31 || (hour ?? 0) > 23 || (minute ?? 0) > 59) return null;
  return (
    (daysBefore(year ?? 0, month) + day) * 86_400_000 +
    (((hour ?? 0) * 60 + (minute ?? 0)) * 60 + (second ?? 0)) * 1000 +
    ms
  );
}

/** Days from the year 0 to the first of the month, without the month's own days. */
function daysBefore(year: number, month: number): number {
  const y = month > 2 ? year : year - 1;
  const m = month > 2 ? month - 3 : month + 9;
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + Math.floor((153 * m + 2) / 5);
}

interface Sample {
  readonly at: number;
  readonly text: string;
  /** Percent, or null where the tool printed none. */
  readonly percent: number | null;
  readonly watts: number | null;
}

/**
 * Reads `nvidia-smi --query-gpu=timestamp,index,utilization.gpu --format=csv -l 5` (more columns are fine, `uuid` or
 * `pci.bus_id` may stand for the index, `power.draw` gives the energy, spreadsheets' semicolons too). Each sample speaks for the time until the card's
 * next one; a gap of more than three usual steps is not observed.
 */
export function readIdleSamples(text: string): IdleReading {
  const lines = text.split(/\r?\n/);
  const head = lines.findIndex((l) => /utilization\.gpu/i.test(l));
  if (head < 0) return { ok: false, code: "no-header", line: null };
  const separator = (lines[head] ?? "").includes(";") ? ";" : ",";
  const names = (lines[head] ?? "")
    .replace(/^\uFEFF/, "")
    .split(separator)
    .map((n) =>
      n
        .trim()
        .toLowerCase()
        .replace(/ \[.*$/, ""),
    );
  const at = names.indexOf("timestamp");
  const use = names.indexOf("utilization.gpu");
  if (at < 0) return { ok: false, code: "no-time", line: head + 1 };
  if (use < 0) return { ok: false, code: "no-utilisation", line: head + 1 };
  const card = ["index", "uuid", "pci.bus_id"].map((n) => names.indexOf(n)).find((i) => i >= 0) ?? -1;
  const power = POWER.map((n) => names.indexOf(n)).find((i) => i >= 0) ?? -1;
  const cards = new Map<string, Sample[]>();
  for (const [i, line] of lines.entries()) {
    if (i <= head || line.trim() === "" || /utilization\.gpu/i.test(line)) continue;
    const cells = line.split(separator).map((c) => c.trim());
    const ms = clockMs(cells[at] ?? "");
    if (ms === null || cells.length !== names.length) return { ok: false, code: "row", line: i + 1 };
    const percent = /^(\d{1,3})(?:[.,]\d+)? ?%?$/.exec(cells[use] ?? "")?.[1];
    const key = card < 0 ? "" : (cells[card] ?? "");
    const held = cards.get(key) ?? [];
    const watts = wattsOf(cells[power] ?? "");
    held.push({ at: ms, text: cells[at] ?? "", percent: percent === undefined ? null : Number(percent), watts });
    cards.set(key, held);
  }
  return summed(cards);
}

function summed(cards: ReadonlyMap<string, Sample[]>): IdleReading {
  const all = [...cards.values()].flat().sort((a, b) => a.at - b.at);
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last || ![...cards.values()].some((c) => c.length > 1))
    return { ok: false, code: "no-samples", line: null };
  let [idle, observed, unknown] = [0, 0, 0];
  let wattMs: number | null = 0;
  for (const samples of cards.values()) {
    samples.sort((a, b) => a.at - b.at);
    const steps = samples.slice(1).map((s, i) => s.at - (samples[i]?.at ?? 0));
    const longest = median(steps) * LONGEST_STEPS;
    for (const [i, sample] of samples.entries()) {
      if (sample.percent === null) unknown++;
      const step = steps[i];
      if (step === undefined || step > longest || sample.percent === null) continue;
      observed += step;
      wattMs = wattMs === null || sample.watts === null ? null : wattMs + sample.watts * step;
      if (sample.percent < IDLE_BELOW_PERCENT) idle += step;
    }
  }
  return {
    ok: true,
    idle: {
      idleGpuSeconds: Math.floor(idle / 1000),
      observedGpuSeconds: Math.floor(observed / 1000),
      energyJoules: wattMs === null ? null : Math.round(wattMs / 1000),
      gpus: cards.size,
      samples: all.length,
      unknown,
      from: first.text,
      to: last.text,
    },
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
