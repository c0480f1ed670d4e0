import { getLocale, getTranslations } from "next-intl/server";
import { ListExport } from "@/components/shell/list-export";
import { PutBackList } from "@/components/shell/put-back-list";
import { Badge } from "@/components/ui/badge";
import { Button, LinkButton } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { FILTER, FILTER_BAR } from "@/components/ui/filter-bar";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { EmptyState, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { findAccelerator } from "@/lib/catalog/accelerators";
import type { Offer } from "@/lib/catalog/offer";
import { OFFER_BOUNDARIES } from "@/lib/catalog/offer-names";
import { reinstateOffer } from "@/lib/catalog/server/actions";
import { moneyText } from "./money-text";

export interface OfferRow {
  readonly number: number;
  readonly offer: Offer;
  readonly stale: boolean;
}

export interface OfferListFilter {
  readonly boundary: string;
  readonly card: string;
  readonly provider: string;
}

interface ListProps {
  readonly offers: readonly OfferRow[];
  readonly count: number;
  readonly page: number;
  readonly pages: number;
  readonly providers: readonly string[];
  readonly cards: readonly string[];
  /** The latest first. */
  readonly retired: readonly { readonly number: number; readonly provider: string }[];
  readonly canWrite: boolean;
  readonly filter: OfferListFilter;
}

/** The current offers, a page at a time; the filter and the page are the address. */
export async function OfferList(props: ListProps) {
  const { offers, canWrite, filter } = props;
  const [t, undo] = await Promise.all([getTranslations("offer"), getTranslations("undo")]);
  const filtered = Boolean(filter.boundary || filter.card || filter.provider);
  const first = props.count === 0 && !filtered;
  const actions = canWrite ? (
    <>
      <LinkButton tone="ghost" href="/accelerators">
        {t("list.accelerators")}
      </LinkButton>
      <LinkButton tone="ghost" href="/offers/claims">
        {t("claims.link")}
      </LinkButton>
      <LinkButton href="/offers/import">{t("import.title")}</LinkButton>
      <LinkButton tone="primary" href="/offers/new">
        {t("list.new")}
      </LinkButton>
    </>
  ) : null;
  return (
    <>
      <PageHeader title={t("list.title")} note={t("list.note")} actions={first ? null : actions} />
      {first ? (
        <EmptyState title={t("list.empty")} action={actions}>
          {t("list.emptyText")}
        </EmptyState>
      ) : (
        <Section>
          <Filter {...props} filtered={filtered} />
          {offers.length === 0 ? <p className="text-muted">{t("list.nothing")}</p> : <Rows rows={offers} />}
          <Pages {...props} />
          {offers.length === 0 ? null : <ListExport list="offers" filter={{ ...filter }} />}
        </Section>
      )}
      {canWrite ? (
        <PutBackList
          lines={props.retired.map(({ number, provider }) => ({
            id: String(number),
            name: `OFF-${number}`,
            says: (
              <Link className="text-accent underline-offset-2 hover:underline" href={`/offers/OFF-${number}`}>
                OFF-{number} {provider}
              </Link>
            ),
            run: reinstateOffer.bind(null, { number }),
          }))}
          title={undo("retired")}
        />
      ) : null}
    </>
  );
}

async function Pages({ page, pages, count, filter }: ListProps) {
  const t = await getTranslations("offer.list");
  const to = (n: number) => {
    const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value));
    if (n > 1) query.set("page", String(n));
    return `/offers?${query}`;
  };
  return (
    <nav aria-label={t("pages")} className="no-print mt-4 flex flex-wrap items-center gap-3 text-sm">
      <span className="tabular text-muted">
        {t("count", { count })}
        {pages > 1 ? ` · ${t("page", { page, pages })}` : null}
      </span>
      {page > 1 ? <LinkButton href={to(page - 1)}>{t("newer")}</LinkButton> : null}
      {page < pages ? <LinkButton href={to(page + 1)}>{t("older")}</LinkButton> : null}
    </nav>
  );
}

async function Filter({ cards, providers, filter, filtered }: ListProps & { filtered: boolean }) {
  const t = await getTranslations("offer");
  return (
    <form className={`${FILTER_BAR} mb-4`} action="/offers">
      <label className="sr-only" htmlFor="boundary">
        {t("fields.boundary.label")}
      </label>
      <Select id="boundary" name="boundary" defaultValue={filter.boundary} className={FILTER}>
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
      <Select id="card" name="card" defaultValue={filter.card} className={FILTER}>
        <option value="">{t("list.everyCard")}</option>
        {cards.map((c) => (
          <option key={c} value={c}>
            {findAccelerator(c)?.name ?? c}
          </option>
        ))}
      </Select>
      <label className="sr-only" htmlFor="provider">
        {t("fields.provider.label")}
      </label>
      <Select id="provider" name="provider" defaultValue={filter.provider} className={FILTER}>
        <option value="">{t("list.everyProvider")}</option>
        {providers.map((p) => (
          <option key={p}>{p}</option>
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

/** The card as the catalogue names it, or in the source's words where those fit several. */
const cardWords = (offer: Offer): string | null =>
  offer.acceleratorId
    ? (findAccelerator(offer.acceleratorId)?.name ?? offer.acceleratorId)
    : (offer.cardAsNamed ?? null);

async function Rows({ rows }: { rows: readonly OfferRow[] }) {
  const [t, format, locale] = await Promise.all([getTranslations("offer"), getFormatter(), getLocale()]);
  return (
    <Table stacked label={t("list.title")}>
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
            <Td line>
              <Link
                className="font-medium text-accent underline-offset-2 hover:underline"
                href={`/offers/OFF-${number}`}
              >
                {offer.provider}
              </Link>
              {offer.region ? <span className="block text-[0.8125rem] text-muted">{offer.region}</span> : null}
            </Td>
            <Td>
              {cardWords(offer) ?? "–"}
              {offer.cardAsNamed && !offer.acceleratorId ? (
                <span className="block text-[0.8125rem] text-muted">{t("list.formOpen")}</span>
              ) : null}
              {offer.cardsPerPack && offer.cardsPerPack > 1 ? (
                <span className="block text-[0.8125rem] text-muted">{t("list.pack", { n: offer.cardsPerPack })}</span>
              ) : null}
            </Td>
            <Td line>{t(`boundaries.${offer.boundary}`)}</Td>
            <Td numeric>{moneyText(locale, offer.price.amount, offer.price.currency, "exact")}</Td>
            <Td>
              <span className="text-muted sm:hidden">{t("list.columns.unit")} </span>
              {t(`choices.${offer.price.unit}`)}
            </Td>
            <Td>
              <span className="inline-flex flex-wrap items-center gap-1.5 whitespace-nowrap">
                {format.dateTime(new Date(offer.dated), { dateStyle: "medium", timeZone: "UTC" })}
                {stale ? <Badge tone="warn">{t("stale")}</Badge> : null}
              </span>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
