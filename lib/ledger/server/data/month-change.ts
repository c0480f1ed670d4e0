import "server-only";
import type { Tx } from "@/lib/db/client";
import { COMPONENTS } from "../../components";
import { type CurrencyReport, costReport } from "../../cost-report";
import { monthIndex } from "../../months";
import { type Mover, movers, type RatioChange, ratioChange } from "../../ratio-change";
import { acceptedByMonth, type CostQuestion, costFacts, costScope } from "./costs";
import { keyedSums } from "./rollup-sums";
import { onTx } from "./run-sql";

const MOVERS = 5;

export interface MonthChange extends RatioChange {
  readonly movers: readonly Mover[];
}

/**
 * Why a brief's cost per output moved in the last month of a question (`2026-10`), against the month before it; null where
 * one of them has no ratio.
 */
async function monthChange(
  tx: Tx,
  question: CostQuestion,
  last: string,
  currency: string,
): Promise<MonthChange | null> {
  const index = monthIndex(last);
  if (index === null) return null;
  const two: CostQuestion = { ...question, months: { first: index - 1, last: index } };
  const facts = await costFacts(tx, two);
  const report = costReport(facts.sums, acceptedByMonth(facts.outputs)).find((r) => r.currency === currency);
  const [before, after] = report?.byMonth ?? [];
  const change = before && after ? ratioChange(currency, before, after) : null;
  if (!before || !after || !change) return null;
  const { filter } = costScope(two);
  const sums = await keyedSums(onTx(tx), filter, { sql: "e.resource", ofLine: true }, two);
  const own = sums.filter((s) => s.currency === currency && COMPONENTS.some((c) => c === s.component));
  const moved = movers(
    own.map((s) => ({ resource: s.key, month: s.month, amount: s.amount })),
    [before.month, after.month],
    MOVERS,
  );
  return { ...change, movers: moved };
}

/** Why the ratio moved in the last month of a brief's main report; null over all briefs, whose units differ. */
export async function lastChange(
  tx: Tx,
  question: CostQuestion,
  main: CurrencyReport | null,
): Promise<MonthChange | null> {
  const last = main?.byMonth.at(-1)?.month;
  return question.briefId !== null && main && last ? monthChange(tx, question, last, main.currency) : null;
}
