import { getTranslations } from "next-intl/server";
import type { CostsData } from "./cost-types";
import { costsAddress } from "./costs-address";

/** The costs of the page as files: by what it groups by, month and currency. */
export async function CostExports(data: CostsData) {
  const t = await getTranslations("costs.exports");
  const query = costsAddress(data, {}).split("?")[1];
  return (["csv", "xlsx"] as const).map((as) => (
    <a
      key={as}
      href={`/api/costs/export?as=${as}${query ? `&${query}` : ""}`}
      className="inline-flex min-h-10 pointer-coarse:min-h-11 items-center rounded-md border border-control bg-surface px-3.5 py-1.5 text-sm font-medium hover:bg-sunken"
    >
      {t(as)}
    </a>
  ));
}
