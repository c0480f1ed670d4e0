import { azureLikeness, readAzure } from "../azure-cost";
import type { BillFormat } from "../bill-format";

/** Azure cost details, amortised: reservations are spread over what they cover, unused hours stand as their own rows. */
export const format: BillFormat = {
  id: "azure-amortized",
  title: "Azure cost details, amortised",
  recognise: (file) => azureLikeness(file, "amortised"),
  read: (file, options) => readAzure(file, options, "amortised"),
};
