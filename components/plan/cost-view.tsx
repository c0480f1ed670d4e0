"use client";
import { useLocale, useTranslations } from "next-intl";
import { exactText, moneyText } from "@/components/offer/money-text";
import { Table, Td, Th } from "@/components/ui/table";
import type { PlannedCost } from "@/lib/boundary/planned-cost";
import { roundForDisplay } from "@/lib/money/money";

/** What the offer's own price says the period costs, line by line, and what that price does not hold. */
export function CostView({ cost, title }: { cost: PlannedCost; title: string }) {
  const t = useTranslations("plan.cost");
  const locale = useLocale();
  if (!cost.ok) return <p className="text-sm text-muted">{t(`no.${cost.code}`)}</p>;
  const quantity = (text: string) => exactText(locale, roundForDisplay(text, 2));
  return (
    <div className="flex flex-col gap-2">
      <Table label={title}>
        <thead>
          <tr>
            <Th>{t("line")}</Th>
            <Th numeric>{t("quantity")}</Th>
            <Th numeric>{t("price")}</Th>
            <Th numeric>{t("amount", { currency: cost.currency })}</Th>
          </tr>
        </thead>
        <tbody>
          {cost.lines.map((l) => (
            <tr key={l.code}>
              <Td>{t(`lines.${l.code}`)}</Td>
              <Td numeric>
                {quantity(l.quantity)}{" "}
                <span className="max-sm:block max-sm:text-[0.8125rem] max-sm:text-muted">{t(`units.${l.unit}`)}</span>
              </Td>
              <Td numeric>{exactText(locale, l.price, 2)}</Td>
              <Td numeric>{moneyText(locale, l.amount, "").trim()}</Td>
            </tr>
          ))}
          <tr className="font-semibold">
            <Td colSpan={3}>{title}</Td>
            <Td numeric>{moneyText(locale, cost.amount, "").trim()}</Td>
          </tr>
        </tbody>
      </Table>
      <p className="flex flex-wrap gap-x-1 text-[0.8125rem] text-muted">
        <span className="min-w-0">
          {t("exact", { amount: moneyText(locale, cost.amount, cost.currency, "exact") })}
        </span>
        <span>{t("billedCards", { cards: cost.billedCards })}</span>
      </p>
      {cost.notIncluded.length > 0 ? (
        <p className="text-sm">
          <span className="font-medium">{t("notIncluded")}</span>{" "}
          {cost.notIncluded.map((n) => t(`parts.${n}`)).join(", ")}
        </p>
      ) : null}
    </div>
  );
}
