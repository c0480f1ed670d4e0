import { getTranslations } from "next-intl/server";
import { OfferList } from "@/components/offer/offer-list";
import { loadOffers } from "@/lib/catalog/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("offer.list"))("title") };
}

type Props = { searchParams: Promise<{ boundary?: string | string[]; card?: string | string[] }> };

export default async function OffersPage({ searchParams }: Props) {
  const { boundary, card } = await searchParams;
  const filter = { boundary: String(boundary ?? ""), card: String(card ?? "") };
  return <OfferList {...(await loadOffers())} filter={filter} />;
}
