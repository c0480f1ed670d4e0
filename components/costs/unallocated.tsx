import { getLocale, getTranslations } from "next-intl/server";
import { decimalIn } from "@/components/ledger/money";
import Link from "@/components/ui/link";
import { Callout } from "@/components/ui/surface";
import type { CostsData } from "./cost-types";

/** Cost that no ratio holds: it stays in sight on every page. */
export async function Unallocated({ unallocated, reports, month }: CostsData) {
  const [t, locale] = await Promise.all([getTranslations("costs"), getLocale()]);
  const unclassified = reports.filter((r) => r.totals.unclassified !== "0");
  return (
    <>
      {unallocated.length > 0 ? (
        <Callout tone="warn" title={t("unallocated.title")}>
          {unallocated.map((u) => (
            <p key={u.currency}>{t("unallocated.text", { amount: decimalIn(locale, u.net), currency: u.currency })}</p>
          ))}
          <Link className="no-print font-medium underline" href={`/ledger?brief=none${month ? `&month=${month}` : ""}`}>
            {t("unallocated.see")}
          </Link>
        </Callout>
      ) : null}
      {unclassified.map((r) => (
        <Callout key={r.currency} tone="warn">
          {t("unclassified", { amount: decimalIn(locale, r.totals.unclassified), currency: r.currency })}
        </Callout>
      ))}
    </>
  );
}
