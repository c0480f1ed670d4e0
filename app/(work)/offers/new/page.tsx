import { getTranslations } from "next-intl/server";
import { OfferForm } from "@/components/offer/offer-form";
import { loadNewOffer } from "@/lib/catalog/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("offer.new"))("title") };
}

export default async function NewOfferPage() {
  return <OfferForm {...(await loadNewOffer())} />;
}
