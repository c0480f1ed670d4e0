import { Guided } from "@/components/help/guided";
import { OfferPage } from "@/components/offer/offer-page";
import { loadOffer } from "@/lib/catalog/server/loaders";

type Props = { params: Promise<{ offerId: string }> };

export async function generateMetadata({ params }: Props) {
  return { title: (await params).offerId.toUpperCase() };
}

export default async function OfferRoute({ params }: Props) {
  return (
    <Guided of="offer">
      <OfferPage {...(await loadOffer((await params).offerId))} />
    </Guided>
  );
}
