import type { CostsData } from "./cost-types";

type Place = Pick<CostsData, "brief" | "month" | "from" | "to" | "basis" | "by" | "inOne">;

/** The address of the costs page as it stands, with what is changed. */
export function costsAddress(place: Place, change: { readonly brief?: number; readonly by?: CostsData["by"] }): string {
  const brief = change.brief ?? place.brief?.number;
  const by = change.by ?? place.by;
  const params = new URLSearchParams();
  if (brief !== undefined) params.set("brief", `BRF-${brief}`);
  if (place.month) params.set("month", place.month);
  else {
    if (place.from) params.set("from", place.from);
    if (place.to) params.set("to", place.to);
  }
  if (place.basis !== "effective") params.set("basis", place.basis);
  if (by !== "brief") params.set("by", by);
  if (place.inOne) params.set("in", place.inOne.currency);
  const text = params.toString();
  return text ? `/costs?${text}` : "/costs";
}
