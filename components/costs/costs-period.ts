import { getTranslations } from "next-intl/server";
import { getFormatter } from "@/components/ui/get-formatter";
import { monthName } from "@/components/ui/month-name";
import type { CostsData } from "./cost-types";

type Asked = Pick<CostsData, "month" | "from" | "to" | "basis" | "timeZone" | "asOf">;

/** Which period the costs are of, and under which terms they were summed, in words. */
export async function costsPeriod(data: Asked) {
  const [t, ledger, format] = await Promise.all([getTranslations("costs"), getTranslations("ledger"), getFormatter()]);
  const [first, last] = [data.month ?? data.from, data.month ?? data.to];
  const named = first ?? last;
  const range =
    first && last && first !== last
      ? t("period.range", { first: monthName(format, first), last: monthName(format, last) })
      : null;
  const words = range ?? (named ? t("period.one", { month: monthName(format, named) }) : t("period.all"));
  const asOf = format.dateTime(new Date(data.asOf), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: data.timeZone,
  });
  return {
    named,
    words,
    terms: t("terms", { basis: ledger(`basis.${data.basis}`), zone: data.timeZone, period: words, asOf }),
  };
}
