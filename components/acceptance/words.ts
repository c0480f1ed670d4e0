import { useLocale, useTranslations } from "next-intl";
import { moneyText } from "@/components/offer/money-text";
import { unitWord } from "@/components/shell/unit-word";
import { useFormatter } from "@/components/ui/use-formatter";
import type { Criterion, Judgement, Reason } from "@/lib/acceptance/criterion";
import { THRESHOLD_SOURCES, THRESHOLDS } from "@/lib/acceptance/thresholds";
import { fieldAt, isFieldPath } from "@/lib/brief/fields";
import { findAccelerator } from "@/lib/catalog/accelerators";
import type { Json } from "@/lib/digest/canonical";
import { useChangeWord } from "./change-word";
import { useFormatWord } from "./format-word";
import { useWhen } from "./when";

const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

type Valued = Pick<Criterion, "seen" | "limit" | "unit" | "limitSource"> & { readonly id?: string };

/** Numbers, sources, reasons and changes of a review in the reader's words; works on the server and in the browser. */
export function useReviewWords() {
  const t = useTranslations();
  const format = useFormatter();
  const locale = useLocale();
  const read = useFormatWord();
  const change = useChangeWord();
  const number = (n: number) => format.number(n, { maximumFractionDigits: 3 });

  const when = useWhen();

  /** A date without a time: it belongs to no zone. */
  const day = (iso: string) => format.dateTime(new Date(iso), { dateStyle: "medium", timeZone: "UTC" });

  const amount = (n: number, unit: string | null) =>
    unit ? `${number(n)}\u00a0${unitWord(t, unit, Math.abs(n))}` : number(n);

  function value(v: Json, unit: string | null, id?: string): string {
    if (v === null) return "–";
    if (typeof v === "boolean") return t(v ? "common.yes" : "common.no");
    if (typeof v === "number") return amount(v, unit);
    if (Array.isArray(v)) return v.map((x) => value(x, null)).join(", ");
    if (typeof v === "object") return JSON.stringify(v);
    const text = String(v);
    if (id === "budget" && unit) return moneyText(locale, text, unit, "exact");
    if (id === "boundary") return t(`boundary.styles.${text}.name`);
    if (id === "interruption") return t(`offer.choices.${text}`);
    if (id === "result") return t(`acceptance.drillResults.${text}`);
    if (id === "device-name") return findAccelerator(text)?.name ?? text;
    if (INSTANT.test(text)) return when(text);
    if (DAY.test(text)) return day(text);
    return unit ? `${text}\u00a0${unit}` : text;
  }

  function source(text: string | null): string {
    if (text === null) return "–";
    if (text === "brief") return t("review.source.briefWhole");
    const [from, rest = ""] = text.split(":");
    if (from === "threshold") {
      const found = THRESHOLDS.find((limit) => limit.id === rest);
      return t("review.source.threshold", { name: THRESHOLD_SOURCES[found?.source ?? "azurehpc"] });
    }
    if (from === "catalogue") return t("review.source.catalogue", { name: findAccelerator(rest)?.name ?? rest });
    if (from === "plan") return t(`review.source.plan.${rest.replace(".", "-")}`);
    const names = rest.split(" × ").flatMap((p) => (isFieldPath(p) ? [t(fieldAt(p).labelKey)] : []));
    return names.length > 0 ? t("review.source.brief", { field: names.join(" × ") }) : t("review.source.briefWhole");
  }

  /** The unit that a limit has by its place, for records that keep the bare number. */
  function unit(from: string | null): string | null {
    if (from === "plan:count") return "GPUs";
    if (from?.startsWith("catalogue:")) return "MiB";
    const limit = THRESHOLDS.find((one) => from === `threshold:${one.id}`);
    if (limit) return limit.unit;
    // Of a product of counts, such as requests × tokens, the last says what is counted.
    const path = from?.split(" × ").at(-1)?.replace("brief:", "") ?? "";
    return isFieldPath(path) ? (fieldAt(path).unit ?? null) : null;
  }

  function reason(r: Reason | null): string | null {
    if (r === null) return null;
    const params = Object.fromEntries(
      Object.entries(r.params).map(([k, v]) => [k, typeof v === "number" && k !== "count" ? number(v) : v]),
    );
    return t(`acceptance.reasons.${r.code}`, params);
  }

  return {
    seen: (c: Valued) => value(c.seen, c.unit, c.id),
    limit: (c: Valued) => value(c.limit, c.unit, c.id),
    value,
    source,
    unit,
    reason: (j: Pick<Judgement, "reasonToPause">) => reason(j.reasonToPause),
    reasonText: reason,
    change,
    read,
    when,
    day,
    money: (amountText: string, currency: string) => moneyText(locale, amountText, currency),
    number,
    amount,
  };
}
