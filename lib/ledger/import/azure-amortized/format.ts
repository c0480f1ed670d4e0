import { azureLikeness, azureTable } from "../azure-cost";
import { type BillFormat, readWhole } from "../bill-format";

/** Azure cost details, amortised: reservations are spread over what they cover, unused hours stand as their own rows. */
export const format: BillFormat = {
  id: "azure-amortized",
  title: "Azure cost details, amortised",
  recognise: (file) => azureLikeness(file, "amortised"),
  read: (file, options) => readWhole(file, azureTable(file.header, options, "amortised")),
  table: ({ header }, options) => azureTable(header, options, "amortised"),
};
