import { useTranslations } from "next-intl";
import { useFormatter } from "@/components/ui/use-formatter";
import { listModelPresets } from "@/lib/catalog/models";
import { nearNames } from "@/lib/catalog/near-names";

/** Says of a typed name that the catalogue has no such model, and which ones may have been meant. */
export function useUnknownModel(): (typed: string) => string {
  const t = useTranslations("estimate.form");
  const format = useFormatter();
  return (typed) => {
    const near = nearNames(typed, listModelPresets());
    return t("modelUnknown", {
      near: near.length === 0 ? "none" : "some",
      names: format.list(near, { type: "disjunction" }),
    });
  };
}
