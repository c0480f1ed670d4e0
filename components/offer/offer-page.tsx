import { getTranslations } from "next-intl/server";
import { UndoButton } from "@/components/shell/undo-button";
import { Badge } from "@/components/ui/badge";
import { Callout, PageHeader } from "@/components/ui/surface";
import type { Offer } from "@/lib/catalog/offer";
import { reinstateOffer } from "@/lib/catalog/server/actions";
import { OfferFacts } from "./offer-facts";
import { RetireOffer } from "./retire-offer";

interface PageProps {
  readonly number: number;
  readonly offer: Offer;
  readonly stale: boolean;
  readonly retired: boolean;
  readonly canWrite: boolean;
}

export async function OfferPage({ number, offer, stale, retired, canWrite }: PageProps) {
  const t = await getTranslations("offer");
  return (
    <>
      <PageHeader
        eyebrow={`OFF-${number}`}
        title={offer.provider}
        badge={
          retired ? (
            <Badge>{t("retired")}</Badge>
          ) : (
            <Badge tone={stale ? "warn" : "good"}>{t(stale ? "stale" : "current")}</Badge>
          )
        }
        note={t("page.note")}
        actions={
          !canWrite ? null : retired ? (
            <UndoButton run={reinstateOffer.bind(null, { number })} name={`OFF-${number}`}>
              {t("reinstate")}
            </UndoButton>
          ) : (
            <RetireOffer number={number} />
          )
        }
      />
      {stale && !retired ? <Callout tone="warn">{t("page.stale")}</Callout> : null}
      <OfferFacts offer={offer} />
    </>
  );
}
