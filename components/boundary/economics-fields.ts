import { type EconomicsRequest, economicsSchema } from "@/lib/boundary/economics/schema";

export type EconomicsKind = EconomicsRequest["kind"];

/** What each question asks, in the order of the page; a field's name is also its name in the address. */
export const ECONOMICS_FIELDS: Readonly<Record<EconomicsKind, readonly string[]>> = {
  "reserved-vs-on-demand": ["onDemandPerHour", "reservedPerHour", "upfront", "termHours", "usedHours", "demand"],
  spot: [
    "onDemandPerHour",
    "spotPerHour",
    "meanHoursBetweenInterruptions",
    "checkpointMinutes",
    "restartMinutes",
    "workHours",
  ],
  "serverless-vs-warm": [
    "serverlessPerSecond",
    "busySecondsPerRequest",
    "startSeconds",
    "idleTimeoutSeconds",
    "coldShare",
    "requestsPerHour",
    "warmPerHour",
    "warmCards",
  ],
  "api-vs-rent": [
    "apiPerMillionInputTokens",
    "apiPerMillionOutputTokens",
    "inputTokensPerRequest",
    "outputTokensPerRequest",
    "rentPerHour",
    "hours",
    "requests",
    "capacityRequests",
    "apiAcceptance",
    "rentAcceptance",
  ],
  period: [
    "ratePerGpuHour",
    "cards",
    "setUpHours",
    "checkHours",
    "exportHours",
    "fixedCost",
    "dutyCycle",
    "acceptedPerProductiveHour",
  ],
};

export const ECONOMICS_KINDS = Object.keys(ECONOMICS_FIELDS) as EconomicsKind[];

/** Every name that stands in the address. */
export const ECONOMICS_PARAMS: readonly string[] = [
  "kind",
  "currency",
  ...new Set(Object.values(ECONOMICS_FIELDS).flat()),
];

export type EconomicsValues = Readonly<Record<string, string>>;

/** One worked question of each kind, to begin from; what it leaves open has a default. */
export const ECONOMICS_EXAMPLES: Readonly<Record<EconomicsKind, EconomicsValues>> = {
  "reserved-vs-on-demand": {
    onDemandPerHour: "2.69",
    reservedPerHour: "1.90",
    termHours: "8760",
    usedHours: "2190",
    demand: "2 12, 6 8, 10 4",
  },
  spot: {
    onDemandPerHour: "20",
    spotPerHour: "9",
    meanHoursBetweenInterruptions: "6",
    checkpointMinutes: "3",
    restartMinutes: "12",
    workHours: "100",
  },
  "serverless-vs-warm": {
    serverlessPerSecond: "0.001",
    busySecondsPerRequest: "4",
    startSeconds: "10",
    idleTimeoutSeconds: "6",
    coldShare: "0.25",
    requestsPerHour: "100",
    warmPerHour: "2",
  },
  "api-vs-rent": {
    apiPerMillionInputTokens: "0.50",
    apiPerMillionOutputTokens: "1.50",
    inputTokensPerRequest: "1000",
    outputTokensPerRequest: "500",
    rentPerHour: "2.50",
    hours: "100",
    requests: "300000",
    capacityRequests: "400000",
  },
  period: { ratePerGpuHour: "2", cards: "1", setUpHours: "8", checkHours: "6", exportHours: "10" },
};

/** What one may write where the worked question states nothing. */
const OPEN_EXAMPLES: EconomicsValues = {
  currency: "USD",
  upfront: "8000",
  warmCards: "1",
  apiAcceptance: "0.95",
  rentAcceptance: "0.9",
  fixedCost: "25",
  dutyCycle: "0.6",
  acceptedPerProductiveHour: "2000",
};

/** What an empty field shows as its example, as it is stored: `0.95`. */
export const economicsExample = (kind: EconomicsKind, name: string): string | undefined =>
  ECONOMICS_EXAMPLES[kind][name] ?? OPEN_EXAMPLES[name];

const AS_NUMBER = new Set(["warmCards", "cards"]);

export const kindOf = (values: EconomicsValues): EconomicsKind =>
  ECONOMICS_KINDS.find((kind) => kind === values.kind) ?? "reserved-vs-on-demand";

/** Steps of a demand curve as `cards hours`, separated by commas: `2 12, 6 8`. Undefined where a step is written otherwise. */
function demandOf(text: string): { cards: number; hours: string }[] | undefined {
  const steps = text.split(",").map((step) => /^\s*(\d+)\s+(\d+(?:\.\d+)?)\s*$/.exec(step));
  return steps.every((step) => step !== null)
    ? steps.map((step) => ({ cards: Number(step?.[1]), hours: step?.[2] ?? "" }))
    : undefined;
}

export type AskedEconomics =
  | { readonly ok: true; readonly request: EconomicsRequest }
  | { readonly ok: false; readonly missing: readonly string[]; readonly unreadable: readonly string[] };

/** The page's texts as a question; or which fields lack an answer and which cannot be read. */
export function askedEconomics(values: EconomicsValues): AskedEconomics {
  const kind = kindOf(values);
  const stated = ECONOMICS_FIELDS[kind].flatMap((name): [string, unknown][] => {
    const text = (values[name] ?? "").trim();
    if (text === "") return [];
    if (name === "demand") return [[name, demandOf(text) ?? text]];
    return [[name, AS_NUMBER.has(name) ? Number(text) : text]];
  });
  const parsed = economicsSchema.safeParse({
    kind,
    currency: (values.currency || "USD").toUpperCase(),
    ...Object.fromEntries(stated),
  });
  if (parsed.success) return { ok: true, request: parsed.data };
  const paths = [...new Set(parsed.error.issues.map((i) => String(i.path[0] ?? "")))];
  const given = (name: string) => (values[name] ?? "").trim() !== "";
  return { ok: false, missing: paths.filter((p) => !given(p)), unreadable: paths.filter(given) };
}
