"use client";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { findAccelerator } from "@/lib/catalog/accelerators";
import type { Offer } from "@/lib/catalog/offer";
import type { RefusalCode, RemarkCode } from "@/lib/catalog/offer-import/offer-file";
import { moneyText } from "./money-text";

interface Group<C> {
  readonly code: C;
  readonly count: number;
  readonly examples: readonly { readonly row: number; readonly what: string | null }[];
}

export interface OfferImportPlan {
  readonly format: string;
  readonly fresh: number;
  readonly equal: number;
  readonly refused: readonly Group<RefusalCode>[];
  readonly remarks: readonly Group<RemarkCode>[];
  readonly preview: readonly Omit<Offer, "id">[];
}

interface PlanProps {
  readonly plan: OfferImportPlan;
  readonly pending: boolean;
  readonly onCommit: () => void;
}

/** What an import would add, leave out and why; nothing has been written yet. */
export function ImportPlan({ plan, pending, onCommit }: PlanProps) {
  const t = useTranslations("offer.import");
  const refused = plan.refused.reduce((sum, g) => sum + g.count, 0);
  return (
    <Section title={t("plan.title")} note={t("plan.format", { format: plan.format })}>
      <div className="flex flex-col gap-5">
        <ul role="status" className="tabular flex flex-col gap-1">
          <li>{t("plan.fresh", { count: plan.fresh })}</li>
          <li>{t("plan.equal", { count: plan.equal })}</li>
          <li>{t("plan.refused", { count: refused })}</li>
        </ul>
        {plan.fresh > 0 ? (
          <Button tone="primary" pending={pending} className="self-start" onClick={onCommit}>
            {t("plan.commit", { count: plan.fresh })}
          </Button>
        ) : null}
        {plan.refused.length > 0 ? (
          <Reasons
            title={t("plan.refusedTitle")}
            rows={plan.refused.map((g) => ({ ...g, words: t(`codes.${g.code}`) }))}
          />
        ) : null}
        {plan.remarks.length > 0 ? (
          <Reasons title={t("plan.remarks")} rows={plan.remarks.map((g) => ({ ...g, words: t(`codes.${g.code}`) }))} />
        ) : null}
        {plan.preview.length > 0 ? <Preview offers={plan.preview} /> : null}
      </div>
    </Section>
  );
}

function Reasons({ title, rows }: { title: string; rows: readonly (Group<string> & { readonly words: string })[] }) {
  const t = useTranslations("offer.import.plan");
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      <Table label={title}>
        <thead>
          <tr>
            <Th>{t("reason")}</Th>
            <Th numeric>{t("rows")}</Th>
            <Th>{t("examples")}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((g) => (
            <tr key={g.code}>
              <Td>{g.words}</Td>
              <Td numeric>{g.count}</Td>
              <Td className="text-muted">
                {g.examples.map((e) => t("example", { row: e.row, what: e.what ?? "–" })).join("\u00a0· ")}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function Preview({ offers }: { offers: readonly Omit<Offer, "id">[] }) {
  const t = useTranslations("offer");
  const locale = useLocale();
  const title = t("import.plan.preview", { count: offers.length });
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      <Table label={title}>
        <thead>
          <tr>
            <Th>{t("list.columns.provider")}</Th>
            <Th>{t("fields.region.label")}</Th>
            <Th>{t("list.columns.card")}</Th>
            <Th numeric>{t("fields.cardsPerPack.label")}</Th>
            <Th>{t("fields.purchase.label")}</Th>
            <Th numeric>{t("list.columns.price")}</Th>
            <Th>{t("list.columns.unit")}</Th>
          </tr>
        </thead>
        <tbody>
          {offers.map((o, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file in its order, never moved
            <tr key={i}>
              <Td>{o.provider}</Td>
              <Td>{o.region ?? "–"}</Td>
              <Td>{o.acceleratorId ? findAccelerator(o.acceleratorId)?.name : (o.cardAsNamed ?? "–")}</Td>
              <Td numeric>{o.cardsPerPack ?? "–"}</Td>
              <Td>{t(`choices.${o.purchase}`)}</Td>
              <Td numeric>{moneyText(locale, o.price.amount, o.price.currency, "exact")}</Td>
              <Td>{t(`choices.${o.price.unit}`)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
