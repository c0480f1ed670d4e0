"use client";
import { useLocale, useTranslations } from "next-intl";
import { Facts, Section } from "@/components/ui/surface";
import { useFormatter } from "@/components/ui/use-formatter";
import { findAccelerator } from "@/lib/catalog/accelerators";
import type { Offer } from "@/lib/catalog/offer";
import { moneyText } from "./money-text";
import { OFFER_FIELDS, type OfferField, type OfferGroup } from "./offer-fields";

const GROUPS: readonly OfferGroup[] = ["thing", "price", "claim", "billing", "storage", "machine", "promises"];

function valueAt(offer: Offer, path: string): unknown {
  const [head = "", leaf] = path.split(".");
  const top = (offer as unknown as Readonly<Record<string, unknown>>)[head];
  return leaf === undefined ? top : (top as Readonly<Record<string, unknown>> | null | undefined)?.[leaf];
}

/** All that an offer states, by group; what it leaves open is said once per group and never read as a promise. */
export function OfferFacts({ offer }: { offer: Offer }) {
  const t = useTranslations("offer");
  const show = useShow(offer);
  return (
    <Section title={t("page.facts")}>
      <div className="flex flex-col gap-6">
        {GROUPS.map((group) => {
          const fields = OFFER_FIELDS.filter((f) => f.group === group && !/\.(currency)$/.test(f.path));
          const said = fields.flatMap((f) => {
            const value = show(f);
            return value === null ? [] : [{ label: t(`fields.${f.path}.label`), value }];
          });
          const open = fields
            .filter((f) => show(f) === null && !f.path.endsWith(".unit"))
            .map((f) => t(`fields.${f.path}.label`));
          return (
            <section key={group} className="flex flex-col gap-2">
              <h3 className="text-sm font-semibold">{t(`groups.${group}`)}</h3>
              {said.length > 0 ? <Facts items={said} /> : null}
              {open.length > 0 ? (
                <p className="text-[0.8125rem] text-muted">{t("page.open", { fields: open.join("\u00a0· ") })}</p>
              ) : null}
            </section>
          );
        })}
      </div>
    </Section>
  );
}

/** The words for one field's value, null where the offer does not state it. */
function useShow(offer: Offer): (field: OfferField) => string | null {
  const t = useTranslations("offer");
  const common = useTranslations("common");
  const format = useFormatter();
  const locale = useLocale();
  return (field) => {
    const value = valueAt(offer, field.path);
    if (value === undefined || value === null || value === "") return null;
    if (Array.isArray(value)) return value.length > 0 ? value.join(", ") : null;
    if (field.path.endsWith(".amount")) {
      const currency = valueAt(offer, field.path.replace(".amount", ".currency"));
      return moneyText(locale, String(value), String(currency), "exact");
    }
    if (field.path === "acceleratorId") return findAccelerator(String(value))?.name ?? String(value);
    if (field.path === "boundary") return t(`boundaries.${String(value)}`);
    if (field.input === "choice") return t(`choices.${String(value)}`);
    if (typeof value === "boolean") return common(value ? "yes" : "no");
    if (field.input === "date")
      return format.dateTime(new Date(String(value)), { dateStyle: "medium", timeZone: "UTC" });
    return typeof value === "number" ? format.number(value, { maximumFractionDigits: 6 }) : String(value);
  };
}
