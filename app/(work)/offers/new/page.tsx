import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { claimValues } from "@/components/offer/claim-values";
import { OfferForm } from "@/components/offer/offer-form";
import { findClaim } from "@/lib/catalog/provider-claims";
import { loadNewOffer } from "@/lib/catalog/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("offer.new"))("title") };
}

type Props = { searchParams: Promise<{ claim?: string | string[] }> };

export default async function NewOfferPage({ searchParams }: Props) {
  const claim = findClaim(String((await searchParams).claim ?? ""));
  const start = await loadNewOffer();
  return (
    <Guided of="offerNew">
      <OfferForm {...start} claim={claim && { id: claim.id, values: claimValues(claim) }} />
    </Guided>
  );
}
