import { findModelPreset } from "@/lib/catalog/models";
import { offerSchema } from "@/lib/catalog/offer";
import { parseDecimal } from "@/lib/money/money";
import type { BriefSearch } from "../sweep/from-brief";
import { type SweepPlan, sweepSchema } from "../sweep/schema";
import { sweep } from "../sweep/sweep";

/** What one what-if states; an absent or empty text is not stated. Its name is also its name in the address. */
export const WHAT_IF_FIELDS = [
  "model",
  "engine",
  "version",
  "gpu",
  "tp",
  "dp",
  "weights",
  "kv",
  "context",
  "conc",
  "in",
  "out",
  "price",
  "currency",
  "offer",
] as const;
export type WhatIfField = (typeof WHAT_IF_FIELDS)[number];
export type WhatIf = Readonly<Partial<Record<WhatIfField, string>>>;

/** What-ifs that stand side by side at most. */
export const MOST_WHAT_IFS = 4;

/** Stands in the address for a what-if that states nothing yet. */
const NOTHING = ";";

/** One what-if as a part of an address: `gpu=h100-sxm;tp=2`. One that states nothing keeps its place too. */
export function packWhatIf(whatIf: WhatIf): string {
  const parts = WHAT_IF_FIELDS.flatMap((name) => {
    const value = whatIf[name];
    return value ? `${name}=${value.replace(/[;=%]/g, (sign) => encodeURIComponent(sign))}` : [];
  });
  return parts.length === 0 ? NOTHING : parts.join(";");
}

/** A what-if back from its address; what it does not know is left out. */
export function unpackWhatIf(text: string): WhatIf {
  const parts = text.split(";").flatMap((part) => {
    const at = part.indexOf("=");
    const name = WHAT_IF_FIELDS.find((field) => field === part.slice(0, at));
    const value = at < 0 ? "" : part.slice(at + 1).replace(/%(3B|3D|25)/gi, (code) => decodeURIComponent(code));
    return name === undefined || value === "" ? [] : [[name, value.slice(0, 200)] as const];
  });
  return Object.fromEntries(parts);
}

export type WhatIfAnswer =
  | { readonly ok: true; readonly plan: SweepPlan }
  | { readonly ok: false; readonly code: "missing" | "unreadable"; readonly field: WhatIfField };

/** One what-if worked out like one row of a search: memory, planning figures of speed, cost. */
export function askWhatIf(whatIf: WhatIf, search: BriefSearch | null, today: string): WhatIfAnswer {
  const w = search === null ? whatIf : { ...loadOf(search), ...whatIf };
  if (search === null && !w.model) return { ok: false, code: "missing", field: "model" };
  if (search === null && findModelPreset(w.model ?? "")?.config == null) {
    return { ok: false, code: "unreadable", field: "model" };
  }
  if (!w.gpu) return { ok: false, code: "missing", field: "gpu" };
  const offer = offerOf(w, today);
  if (offer === "price" || offer === "currency") return { ok: false, code: "unreadable", field: offer };
  const parsed = sweepSchema.safeParse({
    model: search?.model ?? { preset: w.model },
    run: search?.run ?? {
      kind: "serve",
      ...(w.engine && { engine: w.engine }),
      ...(w.version && { engineVersion: w.version }),
    },
    gpus: [w.gpu],
    parallel: { tensor: [whole(w.tp || "1")], data: [whole(w.dp || "1")] },
    weightFormats: [w.weights || search?.weightFormat || "auto"],
    kvCacheDtypes: w.kv ? [w.kv] : null,
    contexts: w.context ? [whole(w.context)] : null,
    load:
      w.conc && w.in && w.out
        ? { concurrency: whole(w.conc), inputTokens: whole(w.in), outputTokens: whole(w.out) }
        : null,
    offers: offer === null ? [] : [offer],
    gpusPerNode: search?.gpusPerNode ?? null,
  });
  if (!parsed.success) return { ok: false, code: "unreadable", field: fieldAt(parsed.error.issues[0]?.path ?? []) };
  const result = sweep(parsed.data);
  if (!result.ok) return { ok: false, code: "unreadable", field: fieldAt([result.field]) };
  const [plan] = result.answer.plans;
  return plan === undefined ? { ok: false, code: "missing", field: "gpu" } : { ok: true, plan };
}

const loadOf = (search: BriefSearch): WhatIf => ({
  conc: text(search.concurrency),
  in: text(search.inputTokens),
  out: text(search.outputTokens),
});
const text = (value: number | null): string => (value === null ? "" : String(value));
const whole = (typed: string): number => (/^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN);

/** A typed price as an offer; the field at fault where it cannot be one. */
function offerOf(w: WhatIf, today: string) {
  if (!w.price) return null;
  const amount = parseDecimal(w.price);
  if (amount === null || amount.lt(0)) return "price" as const;
  const currency = (w.currency ?? "").toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) return "currency" as const;
  return offerSchema.parse({
    id: w.offer || "typed",
    provider: "typed here",
    acceleratorId: w.gpu,
    purchase: "on-demand",
    boundary: "vm",
    price: { amount: w.price, currency, unit: "gpu-hour" },
    source: "typed here",
    dated: today,
  });
}

/** By the last name in the path that a control stands for. */
const AT: Readonly<Record<string, WhatIfField>> = {
  concurrency: "conc",
  inputTokens: "in",
  outputTokens: "out",
  tensor: "tp",
  data: "dp",
  engine: "engine",
  weightFormats: "weights",
  kvCacheDtypes: "kv",
  contexts: "context",
  gpus: "gpu",
};

function fieldAt(path: readonly PropertyKey[]): WhatIfField {
  return path.map((part) => AT[String(part)]).findLast((field) => field !== undefined) ?? "model";
}
