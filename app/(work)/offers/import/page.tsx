import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { OfferImport } from "@/components/offer/offer-import";
import { OfferImports } from "@/components/offer/offer-imports";
import { loadOfferImport } from "@/lib/catalog/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("offer.import"))("title") };
}

export default async function OfferImportPage() {
  const { today, imports } = await loadOfferImport();
  return (
    <Guided of="offerImport">
      <OfferImport today={today} />
      <OfferImports imports={imports} />
    </Guided>
  );
}
