/** What one output says of one card; null where it does not. */
export interface AmdCard {
  readonly index: number;
  readonly name: string | null;
  readonly deviceId: string | null;
  readonly uniqueId: string | null;
  readonly vramTotalBytes: string | null;
  readonly memoryTotalMb: number | null;
  readonly vramPct: number | null;
  readonly powerCapW: number | null;
  readonly numaNode: number | null;
  readonly virtualFunction: boolean;
}

export interface AmdReading {
  readonly tool: "rocm-smi" | "amd-smi";
  readonly version: string | null;
  readonly rocm: string | null;
  readonly driver: string | null;
  readonly cards: readonly AmdCard[];
  /** Names under which the cards' identity stands; it changed between releases. */
  readonly idKeys: readonly string[];
  /** The output shows its own end. */
  readonly whole: boolean;
  /** A card or one of its keys stands twice. */
  readonly doubled: boolean;
}

const NOTHING: AmdCard = {
  index: 0,
  name: null,
  deviceId: null,
  uniqueId: null,
  vramTotalBytes: null,
  memoryTotalMb: null,
  vramPct: null,
  powerCapW: null,
  numaNode: null,
  virtualFunction: false,
};

export const card = (index: number, known: Partial<AmdCard>): AmdCard => ({ ...NOTHING, index, ...known });

const NONE = /^(?:N\/A|None|unknown|Not supported|)$/i;

export const textOr = (text: string | undefined): string | null =>
  text === undefined || NONE.test(text.trim()) ? null : text.trim();

/** `131.0W`, `211.0`, `40%`; null for N/A. */
export function figureOr(text: string | undefined): number | null {
  const m = /^\s*(-?\d+(?:\.\d+)?)\s*(?:W|%|MB|Mhz)?\s*$/i.exec(text ?? "");
  return m ? Number(m[1]) : null;
}

/** A driver's version begins with digits; some builds print words in its place. */
export const versionOr = (text: string | undefined): string | null =>
  /^\d+\.\d/.test(text ?? "") ? (text ?? null) : null;

export const repeatsIndex = (cards: readonly AmdCard[]): boolean =>
  new Set(cards.map((c) => c.index)).size < cards.length;
