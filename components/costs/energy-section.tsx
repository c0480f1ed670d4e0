import { getLocale, getTranslations } from "next-intl/server";
import { decimalIn } from "@/components/ledger/money";
import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/surface";
import { Decimal } from "@/lib/money/money";
import type { CostsData } from "./cost-types";

/** Energy per accepted output: beside the cost, in no sum of money, and never without the word for how it is known. */
export async function EnergySection({ energy }: Pick<CostsData, "energy">) {
  const [t, locale] = await Promise.all([getTranslations("costs.energy"), getLocale()]);
  if (energy === null) return null;
  const shown = (text: string): string => decimalIn(locale, roundedText(text), scaleOf(roundedText(text)));
  return (
    <Section id="energy" title={t("title")} note={t("note")} className="keep">
      {energy.basis === "unknown" ? (
        <p className="text-muted">{t(`unknown.${energy.why}`, { rentals: energy.rentals.join(", ") })}</p>
      ) : (
        <div className="tabular flex flex-col gap-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold">
            {energy.wattHoursPerOutput === null
              ? t("noOutput")
              : t("each", { wattHours: shown(energy.wattHoursPerOutput) })}
            <Badge tone={energy.basis === "measured" ? "good" : "neutral"}>{t(`basis.${energy.basis}`)}</Badge>
          </p>
          <p className="text-muted">
            {energy.wattsPerCard === null
              ? t("allMixed", { all: shown(energy.kilowattHours), hours: shown(energy.cardHours) })
              : t("all", {
                  all: shown(energy.kilowattHours),
                  hours: shown(energy.cardHours),
                  watts: shown(energy.wattsPerCard),
                })}
          </p>
          <p className="text-[0.8125rem] text-muted">
            {energy.observedHours === null ? t("atMost") : t("observed", { hours: shown(energy.observedHours) })}{" "}
            {energy.withoutRental > 0 ? t("withoutRental", { count: energy.withoutRental }) : null}
          </p>
        </div>
      )}
    </Section>
  );
}

/** Two decimals below a hundred, whole numbers above; three figures of what is tiny. */
function roundedText(text: string): string {
  const value = new Decimal(text);
  if (value.gte(100)) return value.toFixed(0);
  return value.gte(1) || value.isZero() ? value.toDecimalPlaces(2).toFixed() : value.toSignificantDigits(3).toFixed();
}

const scaleOf = (text: string): number => text.split(".")[1]?.length ?? 0;
