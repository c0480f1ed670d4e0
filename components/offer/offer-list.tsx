import Link from "next/link";
import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { Badge } from "@/components/ui/badge";
import { Button, LinkButton } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { EmptyState, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { findAccelerator } from "@/lib/catalog/accelerators";
import { OFFER_BOUNDARIES, type Offer } from "@/lib/catalog/offer";
import { moneyText } from "./money-text";

export interface OfferRow {
  readonly number: number;
  readonly offer: Offer;
  readonly stale: boolean;
}

interface ListProps {
  readonly offers: readonly OfferRow[];
  readonly canWrite: boolean;
  readonly filter: { readonly boundary: string; readonly card: string };
}

export async function OfferList({ offers, canWrite, filter }: ListProps) {
  const t = await getTranslations("offer");
  const filtered = Boolean(filter.boundary || filter.card);
  const shown = offers.filter(
    ({ offer }) =>
      (!filter.boundary || offer.boundary === filter.boundary) && (!filter.card || offer.acceleratorId === filter.card),
  );
  const create = canWrite ? (
    <LinkButton tone="primary" href="/offers/new">
      {t("list.new")}
    </LinkButton>
  ) : null;
  return (
    <>
      <PageHeader title={t("list.title")} note={t("list.note")} actions={create} />
      {offers.length === 0 ? (
        <EmptyState title={t("list.empty")} action={create}>
          {t("list.emptyText")}
        </EmptyState>
      ) : (
        <Section>
          <Filter offers={offers} filter={filter} filtered={filtered} />
          {shown.length === 0 ? <p className="text-muted">{t("list.nothing")}</p> : <Rows rows={shown} />}
        </Section>
      )}
    </>
  );
}

async function Filter({ offers, filter, filtered }: Pick<ListProps, "offers" | "filter"> & { filtered: boolean }) {
  const t = await getTranslations("offer");
  const cards = [...new Set(offers.flatMap(({ offer }) => offer.acceleratorId ?? []))].sort();
  return (
    <form className="no-print mb-4 flex flex-wrap items-end gap-2" action="/offers">
      <label className="sr-only" htmlFor="boundary">
        {t("fields.boundary.label")}
      </label>
      <Select id="boundary" name="boundary" defaultValue={filter.boundary} className="!w-52">
        <option value="">{t("list.everyBoundary")}</option>
        {OFFER_BOUNDARIES.map((b) => (
          <option key={b} value={b}>
            {t(`boundaries.${b}`)}
          </option>
        ))}
      </Select>
      <label className="sr-only" htmlFor="card">
        {t("fields.acceleratorId.label")}
      </label>
      <Select id="card" name="card" defaultValue={filter.card} className="!w-52">
        <option value="">{t("list.everyCard")}</option>
        {cards.map((c) => (
          <option key={c} value={c}>
            {findAccelerator(c)?.name ?? c}
          </option>
        ))}
      </Select>
      <Button type="submit">{t("list.filter")}</Button>
      {filtered ? (
        <LinkButton tone="ghost" href="/offers">
          {t("list.clear")}
        </LinkButton>
      ) : null}
    </form>
  );
}

async function Rows({ rows }: { rows: readonly OfferRow[] }) {
  const [t, format, locale] = await Promise.all([getTranslations("offer"), getFormatter(), getLocale()]);
  return (
    <Table label={t("list.title")}>
      <thead>
        <tr>
          <Th>{t("list.columns.ref")}</Th>
          <Th>{t("list.columns.provider")}</Th>
          <Th>{t("list.columns.card")}</Th>
          <Th>{t("list.columns.boundary")}</Th>
          <Th numeric>{t("list.columns.price")}</Th>
          <Th>{t("list.columns.unit")}</Th>
          <Th>{t("list.columns.dated")}</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ number, offer, stale }) => (
          <tr key={number}>
            <Td className="tabular whitespace-nowrap">OFF-{number}</Td>
            <Td>
              <Link
                className="font-medium text-accent underline-offset-2 hover:underline"
                href={`/offers/OFF-${number}`}
              >
                {offer.provider}
              </Link>
              {offer.region ? <span className="block text-[0.8125rem] text-muted">{offer.region}</span> : null}
            </Td>
            <Td>
              {offer.acceleratorId ? (findAccelerator(offer.acceleratorId)?.name ?? offer.acceleratorId) : "–"}
              {offer.cardsPerPack > 1 ? (
                <span className="block text-[0.8125rem] text-muted">{t("list.pack", { n: offer.cardsPerPack })}</span>
              ) : null}
            </Td>
            <Td>{t(`boundaries.${offer.boundary}`)}</Td>
            <Td numeric>{moneyText(locale, offer.price.amount, offer.price.currency, "exact")}</Td>
            <Td>{t(`choices.${offer.price.unit}`)}</Td>
            <Td>
              <span className="flex flex-wrap items-center gap-1.5 whitespace-nowrap">
                {format.dateTime(new Date(offer.dated), { dateStyle: "medium" })}
                {stale ? <Badge tone="warn">{t("stale")}</Badge> : null}
              </span>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
