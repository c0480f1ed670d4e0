import { PLAN_COLUMNS } from "@/components/sweep/plan-columns";
import type { SweepPlan } from "@/lib/boundary/sweep/schema";
import { differenceOf, MEASURES, type Measure } from "@/lib/boundary/what-if/differences";
import type { WhatIf, WhatIfAnswer } from "@/lib/boundary/what-if/what-if";
import { amount, column, type SheetCell, type SheetColumn, text } from "@/lib/sheet/sheet";

/** One what-if that could be worked out, beside the first of them. */
export interface ComparedRow {
  readonly letter: string;
  readonly whatIf: WhatIf;
  readonly plan: SweepPlan;
  /** Null for the first itself. */
  readonly first: SweepPlan | null;
}

/** The what-ifs that have an answer, in the order of the page. */
export function comparedRows(
  letters: readonly string[],
  whatIfs: readonly WhatIf[],
  answers: readonly WhatIfAnswer[],
): ComparedRow[] {
  const first = answers[0]?.ok ? answers[0].plan : null;
  return answers.flatMap((answer, at) =>
    answer.ok
      ? [{ letter: letters[at] ?? "", whatIf: whatIfs[at] ?? {}, plan: answer.plan, first: at === 0 ? null : first }]
      : [],
  );
}

/** How much more or less than the first, in percent; empty where the page says no percentage either. */
function percent({ plan, first }: ComparedRow, measure: Measure): SheetCell {
  const found = first === null ? null : differenceOf(plan, first, measure);
  if (found?.kind !== "more" && found?.kind !== "less") return amount(null);
  return amount(String(found.kind === "more" ? found.percent : -found.percent));
}

const STATED = ["model", "engine", "version", "conc", "in", "out"] as const;
const NAMES: Readonly<Record<(typeof STATED)[number], string>> = {
  model: "model",
  engine: "engine",
  version: "engine_version",
  conc: "concurrency",
  in: "input_tokens",
  out: "output_tokens",
};
/** A measure as the columns of the plans call it. */
const MEASURED: Readonly<Record<Measure, string>> = {
  total: "memory_total",
  left: "memory_left",
  capacity: "capacity",
  first: "time_to_first_token",
  token: "time_per_token",
  outputs: "outputs_per_hour",
  trained: "training_tokens_per_second",
  hour: "cost_per_hour",
  each: "cost_per_accepted_output",
  million: "cost_per_million_tokens",
};

/** A what-if as a row: what was stated, what it comes to, and how it differs from the first. */
export const COMPARED_COLUMNS: readonly SheetColumn<ComparedRow>[] = [
  column("what_if", 8, (r) => text(r.letter)),
  ...STATED.map((name) => column<ComparedRow>(NAMES[name], 16, (r) => text(r.whatIf[name] || null))),
  ...PLAN_COLUMNS.map((c) => column<ComparedRow>(c.name, c.width, (r) => c.cell(r.plan))),
  ...(Object.keys(MEASURES) as Measure[]).map((measure) =>
    column<ComparedRow>(`${MEASURED[measure]}_difference_percent`, 16, (r) => percent(r, measure)),
  ),
];
