import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { ClaimsPage } from "@/components/offer/claims-page";
import { CLAIMS_YEAR } from "@/lib/catalog/provider-claims";
import { loadClaims } from "@/lib/catalog/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("offer.claims"))("title", { year: String(CLAIMS_YEAR) }) };
}

export default async function ClaimsRoute() {
  return (
    <Guided of="offerClaims">
      <ClaimsPage {...(await loadClaims())} />
    </Guided>
  );
}
