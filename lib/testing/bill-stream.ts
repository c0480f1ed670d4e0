import { sha256Hex } from "@/lib/digest/sha256";
import { type ByteSource, inMemory } from "@/lib/ledger/import/bytes";
import type { OpenBill } from "@/lib/ledger/import/open-bill";
import type { LedgerBefore } from "@/lib/ledger/judged-rows";
import { planBill } from "@/lib/ledger/one-look";
import { instantMs } from "@/lib/ledger/period";
import type { Entry, PlannedRow, PriorState } from "@/lib/ledger/schema";
import { lookThrough, type StreamOptions, type StreamPlan, tellPlan } from "@/lib/ledger/stream-plan";
import type { PatientSink } from "@/lib/ledger/telling";

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

/** Plans a bill and keeps every row of the answer; `looks`: at once where that is enough, or in two whatever it holds. */
export async function collectPlan(
  bill: OpenBill,
  options: StreamOptions,
  looks: "one" | "two" = "one",
): Promise<CollectedPlan & { readonly retold: boolean }> {
  let entries: Entry[] = [];
  let setAside: PlannedRow[] = [];
  let retold = false;
  const sink: PatientSink = {
    fingerprints: true,
    row: ({ entry, aside }) => {
      if (entry) entries.push(entry);
      if (aside) setAside.push(aside);
    },
    refused: (_, aside) => setAside.push(aside),
    again: async () => {
      [entries, setAside, retold] = [[], [], true];
    },
  };
  const plan =
    looks === "one"
      ? (await planBill(bill, options, sink)).plan
      : await tellPlan(await lookThrough(bill, options), options.before, sink);
  return { ...plan, entries, setAside, retold };
}
