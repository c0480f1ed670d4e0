import { getTranslations } from "next-intl/server";
import type { SourceTerms } from "@/lib/ledger/source-choices";

/** What a source means, a line for each thing that is not plain. */
export async function termsInWords(): Promise<(terms: SourceTerms) => string[]> {
  const t = await getTranslations("sources");
  return (terms) => {
    const lines = [t(`delivery.${terms.delivery}`)];
    if (terms.holds !== "charges") lines.push(t(`holds.${terms.holds}`));
    if (terms.sign !== "charges-positive") lines.push(t(`sign.${terms.sign}`));
    if (terms.taxIncludedPct !== null) lines.push(t("words.tax", { percent: terms.taxIncludedPct }));
    if (terms.currency !== null) lines.push(t("words.currency", { currency: terms.currency }));
    if (terms.timeZone !== null) lines.push(t("words.timeZone", { zone: terms.timeZone }));
    if (terms.monthHours !== "calendar") lines.push(t("words.month", { hours: terms.monthHours }));
    if (terms.briefTag !== null) lines.push(t("words.briefTag", { key: terms.briefTag }));
    if (terms.teamTag !== null) lines.push(t("words.teamTag", { key: terms.teamTag }));
    if (terms.stageTag !== null) lines.push(t("words.stageTag", { key: terms.stageTag }));
    for (const r of terms.resources) lines.push(t("words.resource", { begins: r.begins, brief: `BRF-${r.brief}` }));
    return lines;
  };
}
