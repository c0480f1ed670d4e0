import "server-only";
import type { Tx } from "@/lib/db/client";
import type { ExchangeRate } from "@/lib/money/rate";

export interface StatedRate extends ExchangeRate {
  readonly id: string;
  readonly by: string;
  readonly at: string;
}

/** The rate of each pair and day that counts: the one stated last, and none where the last statement took it back. */
export async function statedRates(tx: Tx): Promise<StatedRate[]> {
  const rows = await tx.$queryRaw<
    {
      id: string;
      from_currency: string;
      to_currency: string;
      dated: string;
      rate: string | null;
      source: string;
      by: string;
      at: Date;
    }[]
  >`SELECT DISTINCT ON (dated, from_currency, to_currency) id::text, from_currency, to_currency, dated::text, rate::text, source,
           created_by::text AS by, created_at AS at
      FROM exchange_rate ORDER BY dated DESC, from_currency, to_currency, created_at DESC LIMIT 5000`;
  return rows.flatMap((r) =>
    r.rate === null
      ? []
      : [
          {
            id: r.id,
            from: r.from_currency,
            to: r.to_currency,
            dated: r.dated,
            rate: r.rate,
            source: r.source,
            by: r.by,
            at: r.at.toISOString(),
          },
        ],
  );
}

export interface TakenBackRate {
  /** Of the statement that took it back. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly dated: string;
  readonly rate: string;
}

/** Rates that were taken back and not stated anew, the latest first. */
export async function takenBackRates(tx: Tx): Promise<TakenBackRate[]> {
  return tx.$queryRaw<TakenBackRate[]>`
    SELECT id::text, from_currency AS "from", to_currency AS "to", dated::text, was::text AS rate
      FROM (SELECT *, lag(rate) OVER w AS was, lead(id) OVER w AS next FROM exchange_rate
            WINDOW w AS (PARTITION BY from_currency, to_currency, dated ORDER BY created_at)) s
     WHERE next IS NULL AND rate IS NULL AND was IS NOT NULL ORDER BY created_at DESC LIMIT 20`;
}
