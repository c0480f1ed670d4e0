import { getLocale, getTranslations } from "next-intl/server";
import { decimalIn, Money } from "@/components/ledger/money";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { Section } from "@/components/ui/surface";
import type { CurrencyReport } from "@/lib/ledger/cost-report";
import { unitRates } from "@/lib/ledger/unit-rates";
import { Decimal } from "@/lib/money/money";
import type { CostsData } from "./cost-types";
import { unitName } from "./unit-name";

const link = "text-accent underline underline-offset-2";

/** Cost per accepted output with its numerator and denominator, both of which lead to what they are made of. */
export async function RatioLine(data: CostsData) {
  const [t, format] = await Promise.all([getTranslations("costs"), getFormatter()]);
  const reference = `BRF-${data.brief?.number ?? ""}`;
  const month = data.month ? `&month=${data.month}` : "";
  const unit = await unitName(data.brief?.unit ?? null);
  const reports = data.reports;
  return (
    <Section className="keep">
      <h2 className="text-sm font-medium text-muted">{t("ratio.title")}</h2>
      {reports.length === 0 ? <p className="mt-1 text-2xl font-semibold">–</p> : null}
      {reports.map((r) => (
        <div key={r.currency} className="mt-1">
          {r.perOutput === null ? (
            <p className="text-2xl font-semibold">{t("ratio.none")}</p>
          ) : (
            <p className="tabular text-3xl font-semibold">
              <Money amount={r.perOutput} currency={r.currency} digits={r.perOutput.split(".")[1]?.length ?? 2} />
            </p>
          )}
          <p className="tabular mt-1 text-muted">
            {r.unitCost.kind === "ratio" ? (
              <>
                {"= "}
                <Link className={link} href={`/ledger?brief=${reference}${month}`}>
                  <Money amount={r.unitCost.numerator} currency={r.currency} /> {t("ratio.numerator")}
                </Link>
                {" ÷ "}
                <Link className={link} href={`/outputs?brief=${reference}`}>
                  {`${format.number(data.outputs.accepted)}\u00a0${t("ratio.denominator", { count: data.outputs.accepted })}`}
                </Link>
              </>
            ) : (
              <Link className={link} href={`/ledger?brief=${reference}${month}`}>
                <SoFar amount={r.unitCost.costSoFar} currency={r.currency} />
              </Link>
            )}
          </p>
          <Rates report={r} accepted={data.outputs.accepted} />
        </div>
      ))}
      <div className="mt-2 flex flex-col gap-1 text-[0.8125rem] text-muted">
        {unit ? <p>{t("ratio.unit", { unit })}</p> : null}
        {reports.length > 1 ? <p>{t("ratio.currencies")}</p> : null}
        {data.outputs.reachingOver > 0 ? <p>{t("ratio.over", { count: data.outputs.reachingOver })}</p> : null}
        {data.billedUntil ? (
          <p>
            {t("billedUntil", {
              date: format.dateTime(new Date(data.billedUntil), {
                dateStyle: "medium",
                timeStyle: "short",
                timeZone: data.timeZone,
              }),
            })}
          </p>
        ) : null}
      </div>
    </Section>
  );
}

/** The same ratio in the sizes that people compare. */
async function Rates({ report, accepted }: { report: CurrencyReport; accepted: number }) {
  const [t, locale] = await Promise.all([getTranslations("costs.rates"), getLocale()]);
  const { currency } = report;
  const rates = unitRates({ amount: new Decimal(report.totals.net), currency }, accepted);
  if (rates === null) return null;
  const { perThousand, perMillion, outputsPerUnit } = rates;
  const written = (amount: string): string => decimalIn(locale, amount, amount.split(".")[1]?.length ?? 0);
  return (
    <p className="tabular mt-1 text-[0.8125rem] text-muted">
      {t("per", { thousand: written(perThousand), million: written(perMillion), currency })}
      {outputsPerUnit === null ? null : ` ${t("outputs", { count: written(outputsPerUnit), currency })}`}
    </p>
  );
}

async function SoFar({ amount, currency }: { amount: string; currency: string }) {
  const [t, locale] = await Promise.all([getTranslations("costs"), getLocale()]);
  return <>{t("ratio.soFar", { amount: decimalIn(locale, amount), currency })}</>;
}
