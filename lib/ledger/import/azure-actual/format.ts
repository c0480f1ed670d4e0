import { azureLikeness, azureTable, plainName, viewTeller } from "../azure-cost";
import { type BillFormat, readWhole } from "../bill-format";

/** Azure cost details, actual: reservations stand where they were bought, what they cover costs nothing. */
export const format: BillFormat = {
  id: "azure-actual",
  title: "Azure cost details, actual",
  recognise: (file) => azureLikeness(file, "actual"),
  read: (file, options) => readWhole(file, azureTable(file.header, options, "actual")),
  settle: ({ header }) => {
    const view = viewTeller(header.map(plainName));
    return (record) => {
      const told = view(record);
      return told === null ? null : told === "actual" ? "azure-actual" : "azure-amortized";
    };
  },
  table: ({ header }, options) => azureTable(header, options, "actual"),
};
