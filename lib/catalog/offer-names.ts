/** The choices of an offer. Kept apart from its schema, which the browser need not load to show a form. */
/** The five allocation styles, from least to most persistent and exclusive. */
export const OFFER_BOUNDARIES = ["managed-api", "serverless", "vm", "dedicated-node", "cluster"] as const;
export const OFFER_PURCHASES = ["on-demand", "spot", "reserved", "serverless", "managed-api"] as const;
export const OFFER_PRICE_UNITS = ["gpu-hour", "pack-hour", "node-hour", "month", "million-tokens", "request"] as const;
export const OFFER_PERSISTENCE = ["ephemeral", "until-stopped", "persistent"] as const;
export type OfferBoundary = (typeof OFFER_BOUNDARIES)[number];
