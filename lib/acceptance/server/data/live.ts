import "server-only";
import type { Tx } from "@/lib/db/client";
import type { LiveHost, LiveStop } from "../../live";

/** Hosts that the workspace's measurements may ask. */
export async function readLiveHosts(tx: Tx): Promise<LiveHost[]> {
  const rows = await tx.liveHost.findMany({ orderBy: { host: "asc" }, take: 500 });
  return rows.map(({ host, inside }) => ({ host, inside }));
}

const SHOWN = 5;

/** The last watches of a review, newest first. */
export async function readWatches(tx: Tx, reviewId: string, names: ReadonlyMap<string, string>) {
  const rows = await tx.liveWatch.findMany({
    where: { reviewId },
    omit: { baseline: true },
    orderBy: { startedAt: "desc" },
    take: SHOWN,
  });
  return rows.map((w) => ({
    id: w.id,
    url: w.url,
    everySeconds: w.everySeconds,
    by: names.get(w.startedBy) ?? null,
    startedAt: w.startedAt.toISOString(),
    endsAt: w.endsAt.toISOString(),
    stoppedAt: w.stoppedAt?.toISOString() ?? null,
    stoppedWhy: w.stoppedWhy as LiveStop | null,
    baselineAt: w.baselineAt?.toISOString() ?? null,
    scrapes: w.scrapes,
    failures: w.failures,
    lastError: w.lastError,
  }));
}
