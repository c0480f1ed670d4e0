import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { OfferImport } from "@/components/offer/offer-import";
import { loadNewOffer } from "@/lib/catalog/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("offer.import"))("title") };
}

export default async function OfferImportPage() {
  const { today } = await loadNewOffer();
  return (
    <Guided of="offerImport">
      <OfferImport today={today} />
    </Guided>
  );
}
