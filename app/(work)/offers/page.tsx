import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { OfferList } from "@/components/offer/offer-list";
import { loadOffers } from "@/lib/catalog/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("offer.list"))("title") };
}

type Key = "boundary" | "card" | "provider" | "page";
type Props = { searchParams: Promise<{ [K in Key]?: string | string[] }> };

export default async function OffersPage({ searchParams }: Props) {
  const { boundary, card, provider, page } = await searchParams;
  const filter = { boundary: String(boundary ?? ""), card: String(card ?? ""), provider: String(provider ?? "") };
  const asked = Number(page ?? 1);
  const found = await loadOffers({ ...filter, page: Number.isSafeInteger(asked) ? asked : 1 });
  return (
    <Guided of="offers">
      <OfferList {...found} filter={filter} />
    </Guided>
  );
}
