import { Decimal, decimalText } from "@/lib/money/money";

/*
 * Bills of a provider that does not exist, in FOCUS 1.2, for the three rentals of the sample. All amounts are exact
 * products of a price and a quantity, so that a reader can follow any of them.
 */

const COLUMNS = [
  "BilledCost",
  "BillingAccountId",
  "BillingAccountName",
  "BillingCurrency",
  "BillingPeriodEnd",
  "BillingPeriodStart",
  "ChargeCategory",
  "ChargeClass",
  "ChargeDescription",
  "ChargeFrequency",
  "ChargePeriodEnd",
  "ChargePeriodStart",
  "ConsumedQuantity",
  "ConsumedUnit",
  "ContractedCost",
  "ContractedUnitPrice",
  "EffectiveCost",
  "InvoiceId",
  "InvoiceIssuerName",
  "ListCost",
  "ListUnitPrice",
  "PricingCategory",
  "PricingCurrency",
  "PricingQuantity",
  "PricingUnit",
  "ProviderName",
  "PublisherName",
  "RegionId",
  "ResourceId",
  "ResourceName",
  "ResourceType",
  "ServiceCategory",
  "ServiceName",
  "ServiceSubcategory",
  "SkuId",
  "SkuMeter",
  "SkuPriceId",
  "SubAccountId",
  "Tags",
] as const;

type Cells = Partial<Record<(typeof COLUMNS)[number], string>>;

export const CHAT_NODE = "node-chat-1";
export const LORA_MACHINE = "vm-lora-1";
export const VIDEO_FUNCTION = "fn-video";

const DAY_MS = 86_400_000;
const iso = (ms: number): string => new Date(ms).toISOString().replace(".000", "");

interface Usage {
  readonly resource: string;
  readonly service: "Compute" | "Storage" | "Networking";
  readonly meter: string;
  readonly price: string;
  readonly quantity: string;
  readonly unit: string;
  readonly tag: string;
}

const SERVICES = {
  Compute: { name: "Accelerators", sub: "Virtual Machines", type: "GPU instance" },
  Storage: { name: "Volumes", sub: "Block Storage", type: "Volume" },
  Networking: { name: "Transfer", sub: "Egress", type: "Network" },
} as const;

function usage(u: Usage, startMs: number, endMs: number): Cells {
  const cost = decimalText(new Decimal(u.price).times(u.quantity));
  const service = SERVICES[u.service];
  return {
    BilledCost: cost,
    EffectiveCost: cost,
    ListCost: cost,
    ContractedCost: cost,
    ListUnitPrice: u.price,
    ContractedUnitPrice: u.price,
    PricingQuantity: u.quantity,
    ConsumedQuantity: u.quantity,
    PricingUnit: u.unit,
    ConsumedUnit: u.unit,
    PricingCategory: "Standard",
    ChargeCategory: "Usage",
    ChargeFrequency: "Usage-Based",
    ChargeDescription: u.meter,
    ChargePeriodStart: iso(startMs),
    ChargePeriodEnd: iso(endMs),
    ResourceId: u.resource,
    ResourceName: u.resource,
    ResourceType: service.type,
    ServiceCategory: u.service,
    ServiceName: service.name,
    ServiceSubcategory: service.sub,
    SkuId: u.meter.toUpperCase().replaceAll(" ", "-"),
    SkuMeter: u.meter,
    SkuPriceId: `${u.meter.toUpperCase().replaceAll(" ", "-")}-1`,
    Tags: JSON.stringify({ project: u.tag }),
  };
}

/** One day of each rental; a weekend has no clips, and the adapter trains three days a week. */
function dayRows(dayMs: number, runs: { readonly lora: boolean; readonly video: boolean }): Cells[] {
  const weekday = new Date(dayMs).getUTCDay();
  const hours = (n: number): [number, number] => [dayMs, dayMs + n * 3_600_000];
  const rows = [
    usage(
      {
        resource: CHAT_NODE,
        service: "Compute",
        meter: "H100 SXM GPU hour",
        price: "2.49",
        quantity: "24",
        unit: "Hours",
        tag: "support-chat",
      },
      ...hours(24),
    ),
    usage(
      {
        resource: CHAT_NODE,
        service: "Storage",
        meter: "Node volume 200 GB",
        price: "0.4603",
        quantity: "1",
        unit: "Days",
        tag: "support-chat",
      },
      ...hours(24),
    ),
    usage(
      {
        resource: CHAT_NODE,
        service: "Networking",
        meter: "Egress",
        price: "0.05",
        quantity: "1.35",
        unit: "GB",
        tag: "support-chat",
      },
      ...hours(24),
    ),
  ];
  if (runs.lora && [1, 3, 5].includes(weekday)) {
    rows.push(
      usage(
        {
          resource: LORA_MACHINE,
          service: "Compute",
          meter: "A100 80GB spot GPU hour",
          price: "1.19",
          quantity: "6.25",
          unit: "Hours",
          tag: "clauses",
        },
        dayMs,
        dayMs + 6.25 * 3_600_000,
      ),
    );
    rows.push(
      usage(
        {
          resource: LORA_MACHINE,
          service: "Storage",
          meter: "Volume 100 GB",
          price: "0.2301",
          quantity: "1",
          unit: "Days",
          tag: "clauses",
        },
        ...hours(24),
      ),
    );
  }
  if (runs.video && weekday >= 1 && weekday <= 5) {
    rows.push(
      usage(
        {
          resource: VIDEO_FUNCTION,
          service: "Compute",
          meter: "L40S serverless GPU second",
          price: "0.000306",
          quantity: "16200",
          unit: "Seconds",
          tag: "clips",
        },
        dayMs,
        dayMs + 4.5 * 3_600_000,
      ),
    );
    rows.push(
      usage(
        {
          resource: VIDEO_FUNCTION,
          service: "Networking",
          meter: "Egress",
          price: "0.05",
          quantity: "2.1",
          unit: "GB",
          tag: "clips",
        },
        ...hours(24),
      ),
    );
  }
  return rows;
}

function flat(
  category: "Purchase" | "Tax" | "Credit",
  description: string,
  amount: string,
  startMs: number,
  endMs: number,
): Cells {
  const quantity =
    category === "Purchase"
      ? {
          PricingQuantity: "1",
          PricingUnit: "Months",
          PricingCategory: "Standard",
          ListUnitPrice: amount,
          ContractedUnitPrice: amount,
        }
      : {};
  return {
    BilledCost: amount,
    EffectiveCost: amount,
    ListCost: amount,
    ContractedCost: amount,
    ChargeCategory: category,
    ChargeFrequency: category === "Purchase" ? "Recurring" : "One-Time",
    ChargeDescription: description,
    ChargePeriodStart: iso(startMs),
    ChargePeriodEnd: iso(endMs),
    ServiceCategory: category === "Purchase" ? "Management and Governance" : "Other",
    ServiceName: category === "Purchase" ? "Support plan" : "Billing",
    ServiceSubcategory: category === "Purchase" ? "Support" : "Other (Other)",
    ...(category === "Purchase" && {
      SkuId: "SUPPORT-STD",
      SkuMeter: "Support plan standard",
      SkuPriceId: "SUPPORT-STD-1",
    }),
    ...quantity,
  };
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Which rentals run in the month, and whether a credit was granted in it. */
export interface SampleMonth {
  readonly lora: boolean;
  readonly video: boolean;
  readonly credit: boolean;
}

/**
 * The bill of a calendar month as FOCUS 1.2 CSV.
 * @param monthStartMs first instant of the month in UTC
 */
export function sampleBill(monthStartMs: number, extras: SampleMonth): string {
  const start = new Date(monthStartMs);
  const endMs = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1);
  const days = Array.from({ length: (endMs - monthStartMs) / DAY_MS }, (_, i) => monthStartMs + i * DAY_MS);
  const month = start.toISOString().slice(0, 7);
  const rows = [
    ...days.flatMap((d) => dayRows(d, extras)),
    usage(
      {
        resource: "node-spare-7",
        service: "Compute",
        meter: "H100 SXM GPU hour",
        price: "2.49",
        quantity: "3",
        unit: "Hours",
        tag: "unknown",
      },
      monthStartMs + 11 * DAY_MS,
      monthStartMs + 11 * DAY_MS + 3 * 3_600_000,
    ),
    flat("Purchase", "Support plan standard", "120", monthStartMs, endMs),
    flat("Tax", "Value added tax", "412.37", monthStartMs, endMs),
    ...(extras.credit ? [flat("Credit", "Start credit", "-50", monthStartMs, endMs)] : []),
  ];
  const shared: Cells = {
    BillingAccountId: "nimbus-4711",
    BillingAccountName: "Sample account",
    BillingCurrency: "USD",
    BillingPeriodStart: iso(monthStartMs),
    BillingPeriodEnd: iso(endMs),
    InvoiceId: `NMB-${month}`,
    InvoiceIssuerName: "Nimbus Compute (sample)",
    PricingCurrency: "USD",
    ProviderName: "Nimbus Compute (sample)",
    PublisherName: "Nimbus Compute (sample)",
    RegionId: "eu-central",
    SubAccountId: "team-ml",
  };
  const lines = rows.map((r) => COLUMNS.map((c) => quoted(r[c] ?? shared[c] ?? "")).join(","));
  return `${COLUMNS.join(",")}\n${lines.join("\n")}\n`;
}
