import type { OfferInput } from "@/lib/catalog/offer";

type SampleOffer = Omit<OfferInput, "id" | "dated">;

const SOURCE = "Price list of a provider that does not exist, made up for the sample";

export const CHAT_OFFER: SampleOffer = {
  provider: "Nimbus Compute (sample)",
  region: "eu-central",
  acceleratorId: "h100-sxm",
  formFactor: "SXM",
  hostIncluded: true,
  purchase: "on-demand",
  boundary: "dedicated-node",
  price: { amount: "2.49", currency: "USD", unit: "gpu-hour" },
  billingIncrementSeconds: 3600,
  storage: { amount: "0.07", currency: "USD", unit: "gb-month" },
  egress: { amount: "0.05", currency: "USD", unit: "gb" },
  support: "Office hours",
  taxIncluded: false,
  uptimePct: 99.9,
  certifications: ["GDPR", "ISO 27001"],
  dataLocation: "Frankfurt, EU",
  persistence: "persistent",
  source: SOURCE,
};

export const LORA_OFFER: SampleOffer = {
  provider: "Nimbus Compute (sample)",
  region: "eu-central",
  acceleratorId: "a100-80-sxm",
  hostIncluded: true,
  purchase: "spot",
  boundary: "vm",
  price: { amount: "1.19", currency: "USD", unit: "gpu-hour" },
  billingIncrementSeconds: 60,
  taxIncluded: false,
  dataLocation: "Frankfurt, EU",
  persistence: "until-stopped",
  interruption: "Taken back with 30 seconds of notice",
  source: SOURCE,
};

export const VIDEO_OFFER: SampleOffer = {
  provider: "Nimbus Compute (sample)",
  region: "eu-central",
  acceleratorId: "l40s",
  hostIncluded: true,
  purchase: "serverless",
  boundary: "serverless",
  price: { amount: "1.10", currency: "USD", unit: "gpu-hour" },
  billingIncrementSeconds: 1,
  taxIncluded: false,
  dataLocation: "Frankfurt, EU",
  persistence: "ephemeral",
  source: SOURCE,
};
