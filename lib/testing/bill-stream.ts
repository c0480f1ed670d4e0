import { sha256Hex } from "@/lib/digest/sha256";
import { type ByteSource, inMemory } from "@/lib/ledger/import/bytes";
import type { OpenBill } from "@/lib/ledger/import/open-bill";
import type { LedgerBefore } from "@/lib/ledger/judged-rows";
import { instantMs } from "@/lib/ledger/period";
import type { Entry, PlannedRow, PriorState } from "@/lib/ledger/schema";
import { lookThrough, type StreamOptions, type StreamPlan, tellPlan } from "@/lib/ledger/stream-plan";

/** Bytes in memory, handed out in pieces. */
export function sourceOf(name: string, bytes: Uint8Array, piece = 65_536): ByteSource {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  }
  return { name, digest: sha256Hex(bytes), chunks, range: async () => inMemory(bytes) };
}

/** A ledger that holds what a state says. */
export function beforeOf(state: PriorState, digest: string): LedgerBefore {
  return {
    fileKnown: state.fileDigests.includes(digest),
    claims: async ({ startMs, endMs }, wanted) =>
      state.claims.filter((c) => instantMs(c.start) < endMs && instantMs(c.end) > startMs && wanted(c)),
    holdsRows: async () => Object.keys(state.importedRows).length > 0,
    countOf: async (asked) => {
      const known = asked.map((a) => a.fingerprint).filter((p) => Object.hasOwn(state.importedRows, p));
      return new Map(known.map((p) => [p, state.importedRows[p] ?? 0]));
    },
  };
}

export interface CollectedPlan extends Omit<StreamPlan, "entries"> {
  readonly entries: readonly Entry[];
  readonly setAside: readonly PlannedRow[];
}

/** Plans a bill and keeps every row of the answer. */
export async function collectPlan(bill: OpenBill, options: StreamOptions): Promise<CollectedPlan> {
  const entries: Entry[] = [];
  const setAside: PlannedRow[] = [];
  const plan = await tellPlan(await lookThrough(bill, options), options.before, {
    fingerprints: true,
    row: ({ entry, aside }) => {
      if (entry) entries.push(entry);
      if (aside) setAside.push(aside);
    },
    refused: (_, aside) => setAside.push(aside),
  });
  return { ...plan, entries, setAside };
}
