import { unpackConfig } from "@/components/memory/config-address";
import type { BriefSearch } from "@/lib/boundary/sweep/from-brief";
import { type SweepRequest, sweepSchema } from "@/lib/boundary/sweep/schema";
import { findModelPreset } from "@/lib/catalog/models";
import type { Offer } from "@/lib/catalog/offer";
import { type OfferLines, parseOfferLines } from "@/lib/catalog/offer-lines";
import { OFFER_BOUNDARIES } from "@/lib/catalog/offer-names";
import { parseConfigText } from "@/lib/memory/config-text";

/** Every name that stands in the address of a search. */
export const SWEEP_PARAMS = [
  "model",
  "config",
  "engine",
  "version",
  "weights",
  "kv",
  "cards",
  "tp",
  "dp",
  "contexts",
  "conc",
  "in",
  "out",
  "ttft",
  "tpot",
  "perHour",
  "tps",
  "acceptance",
  "duty",
  "offers",
  "own",
  "currency",
  "style",
  "spot",
  "places",
] as const;
export type SweepParam = (typeof SWEEP_PARAMS)[number];
export type SweepValues = Readonly<Partial<Record<SweepParam, string>>>;

export const COUNTS = ["1", "2", "4", "8", "16"] as const;
const DEFAULT_TENSOR = ["1", "2", "4", "8"];
/** The page calculates while one types; more than this is a question for the command line. */
export const MOST_PLANS = 20_000;

export const listOf = (text: string | undefined): string[] =>
  (text ?? "").split(/[,\n]/).flatMap((part) => part.trim() || []);

/** What the search starts from: nothing, or a brief with the workspace's offers. */
export interface SweepSource {
  readonly brief: { readonly number: number; readonly title: string; readonly search: BriefSearch | null } | null;
  readonly offers: readonly Offer[];
  readonly today: string;
}

export type AskedSweep =
  | { readonly ok: true; readonly request: SweepRequest; readonly lines: OfferLines }
  | {
      readonly ok: false;
      readonly code: "missing" | "unreadable";
      readonly field: SweepParam;
      readonly lines: OfferLines;
    };

/** Values of the address over those of the brief. A brief says what it says; the address may ask "what if". */
export function withBrief(values: SweepValues, search: BriefSearch | null): SweepValues {
  if (search === null) return values;
  const { limits, allow } = search;
  const text = (value: number | null | undefined) => (value == null ? "" : String(value));
  const base: SweepValues = {
    weights: search.weightFormat,
    conc: text(search.concurrency),
    in: text(search.inputTokens),
    out: text(search.outputTokens),
    ttft: text(limits.timeToFirstTokenMs),
    tpot: text(limits.timePerTokenMs),
    perHour: text(limits.outputsPerHour),
    tps: text(limits.tokensPerSecond),
    duty: search.dutyCycle === null ? "" : String(Math.round(search.dutyCycle * 1000) / 10),
    style: allow.boundary ?? "",
    spot: allow.spot === false ? "no" : "",
    places: (allow.places ?? []).join(", "),
  };
  const stated = Object.entries(values).filter(([, value]) => value !== "");
  return { ...base, ...Object.fromEntries(stated) };
}

/** The page's question as a search, or the first control that lacks an answer or cannot be read. */
export function askedSweep(values: SweepValues, source: SweepSource): AskedSweep {
  const search = source.brief?.search ?? null;
  const v = withBrief(values, search);
  const style = OFFER_BOUNDARIES.find((boundary) => boundary === v.style);
  const lines = parseOfferLines(v.offers ?? "", source.today, style);
  const fail = (code: "missing" | "unreadable", field: SweepParam): AskedSweep => ({ ok: false, code, field, lines });
  const model = search === null ? modelOf(v) : search.model;
  if (model === "missing" || model === "unreadable") return fail(model, v.config ? "config" : "model");
  const own = v.own === "no" ? [] : source.offers;
  const offers = [...lines.offers, ...own];
  const cards = listOf(v.cards);
  const parsed = sweepSchema.safeParse({
    model,
    run: search === null ? runOf(v) : search.run,
    gpus: cards.length > 0 ? cards : cardsOf(offers),
    parallel: { tensor: counts(v.tp, DEFAULT_TENSOR), data: counts(v.dp, ["1"]) },
    weightFormats: listOf(v.weights).length > 0 ? listOf(v.weights) : ["auto"],
    kvCacheDtypes: listOf(v.kv).length > 0 ? listOf(v.kv) : null,
    contexts: v.contexts ? listOf(v.contexts).map(number) : null,
    load: search === null || search.run.kind === "serve" ? loadOf(v) : null,
    limits: {
      timeToFirstTokenMs: given(v.ttft),
      timePerTokenMs: given(v.tpot),
      outputsPerHour: given(v.perHour),
      tokensPerSecond: given(v.tps),
    },
    allow: {
      boundary: v.style || null,
      spot: v.spot === "no" ? false : null,
      places: listOf(v.places).length > 0 ? listOf(v.places) : null,
    },
    offers,
    currency: currencyOf(v, offers),
    gpusPerNode: search?.gpusPerNode ?? null,
  });
  if (parsed.success) return { ok: true, request: parsed.data, lines };
  return fail("unreadable", paramAt(parsed.error.issues[0]?.path ?? []));
}

function modelOf(v: SweepValues): object | "missing" | "unreadable" {
  if (v.config) {
    const text = unpackConfig(v.config);
    const read = text === null ? null : parseConfigText(text);
    return read?.ok ? { config: { ...read.config } } : "unreadable";
  }
  if (!v.model) return "missing";
  return findModelPreset(v.model)?.config == null ? "unreadable" : { preset: v.model };
}

function runOf(v: SweepValues): object {
  return {
    kind: "serve",
    ...(v.engine ? { engine: v.engine } : {}),
    ...(v.version ? { engineVersion: v.version } : {}),
  };
}

/** A load needs all three: how many at once, and how many tokens go in and come out. */
function loadOf(v: SweepValues): object | null {
  if (!v.conc || !v.in || !v.out) return null;
  const share = (percent: string | undefined) => (percent ? { value: number(percent) / 100 } : null);
  const [acceptance, dutyCycle] = [share(v.acceptance), share(v.duty)];
  return {
    concurrency: number(v.conc),
    inputTokens: number(v.in),
    outputTokens: number(v.out),
    ...(acceptance && { acceptance: acceptance.value }),
    ...(dutyCycle && { dutyCycle: dutyCycle.value }),
  };
}

const number = (text: string): number => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN);
const given = (text: string | undefined): number | null => (text ? number(text) : null);
const counts = (text: string | undefined, fallback: readonly string[]) =>
  (listOf(text).length > 0 ? listOf(text) : fallback).map(number);

function cardsOf(offers: readonly Offer[]): string[] | "all" {
  const named = [...new Set(offers.flatMap((offer) => offer.acceleratorId ?? []))];
  return named.length > 0 ? named : "all";
}

/** With offers in several currencies the one of the most offers is taken until another is chosen; the page says which. */
function currencyOf(v: SweepValues, offers: readonly Offer[]): string | null {
  if (v.currency) return v.currency.toUpperCase();
  return currenciesOf(offers)[0] ?? null;
}

/** Currencies of the offers, the most frequent first. */
export function currenciesOf(offers: readonly Offer[]): string[] {
  const found = new Map<string, number>();
  for (const { price } of offers) found.set(price.currency, (found.get(price.currency) ?? 0) + 1);
  return [...found].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([currency]) => currency);
}

const AT: Readonly<Record<string, SweepParam>> = {
  "load.concurrency": "conc",
  "load.inputTokens": "in",
  "load.outputTokens": "out",
  "load.acceptance": "acceptance",
  "load.dutyCycle": "duty",
  "limits.timeToFirstTokenMs": "ttft",
  "limits.timePerTokenMs": "tpot",
  "limits.outputsPerHour": "perHour",
  "limits.tokensPerSecond": "tps",
  "allow.boundary": "style",
  "parallel.tensor": "tp",
  "parallel.data": "dp",
  "run.engine": "engine",
  weightFormats: "weights",
  kvCacheDtypes: "kv",
  contexts: "contexts",
  currency: "currency",
  gpus: "cards",
};

/** The control whose value stands at this path of the request. */
export function paramAt(path: readonly PropertyKey[]): SweepParam {
  const words = path.map(String);
  return AT[words.slice(0, 2).join(".")] ?? AT[words[0] ?? ""] ?? "model";
}

export const sweepFieldId = (name: string): string => `s-${name}`;
