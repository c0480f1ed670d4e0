"use client";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { moneyText } from "@/components/offer/money-text";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/field";
import type { Boundary } from "@/lib/boundary/schema";
import { suggestPlan } from "@/lib/boundary/suggest";
import type { BriefContent } from "@/lib/brief/schema";
import { findAccelerator } from "@/lib/catalog/accelerators";
import type { Offer } from "@/lib/catalog/offer";

export interface OfferAtHand {
  readonly number: number;
  readonly offer: Offer;
  readonly stale: boolean;
}

interface ChoiceProps {
  readonly content: BriefContent;
  readonly boundary: Boundary;
  readonly offers: readonly OfferAtHand[];
  readonly chosen: string;
  readonly fault: string | undefined;
  readonly onChange: (number: string) => void;
}

/** Offers of the chosen style, those for another card only when asked for; what speaks against one stands beside it. */
export function OfferChoice({ content, boundary, offers, chosen, fault, onChange }: ChoiceProps) {
  const t = useTranslations("plan.offers");
  const [every, setEvery] = useState(false);
  const suggestion = suggestPlan(
    content,
    boundary,
    offers.map((o) => o.offer),
    null,
  );
  const against = new Map(suggestion.excluded.map((e) => [e.offerId, e.because]));
  const ofStyle = offers.filter((o) => o.offer.boundary === boundary);
  const others = ofStyle.filter((o) => against.get(o.offer.id) === "other-card");
  const shown = ofStyle.filter((o) => every || !others.includes(o) || String(o.number) === chosen);
  return (
    <fieldset
      id="p-offer"
      tabIndex={-1}
      className="flex flex-col gap-2"
      aria-describedby={fault ? "p-offer-error" : undefined}
    >
      <legend className="mb-2 text-sm text-muted">{t("note")}</legend>
      {boundary === "managed-api" ? (
        <OfferOption name="" chosen={chosen} onChange={onChange}>
          {t("none")}
        </OfferOption>
      ) : null}
      {shown.map((o) => (
        <OfferOption key={o.number} name={String(o.number)} chosen={chosen} onChange={onChange}>
          <OfferLine at={o} against={against.get(o.offer.id)} cheapest={suggestion.offerId === o.offer.id} />
        </OfferOption>
      ))}
      {shown.length === 0 && boundary !== "managed-api" ? <p className="text-sm">{t("empty")}</p> : null}
      {others.length > 0 ? (
        <Checkbox
          id="p-every"
          label={t("every", { count: others.length })}
          checked={every}
          onChange={(e) => setEvery(e.target.checked)}
        />
      ) : null}
      <p className="text-sm">
        <Link className="text-accent underline underline-offset-2" href="/offers/new" target="_blank">
          {t("add")}
        </Link>
      </p>
      {fault ? (
        <p id="p-offer-error" className="text-[0.8125rem] font-medium text-bad">
          {fault}
        </p>
      ) : null}
    </fieldset>
  );
}

function OfferOption({
  name,
  chosen,
  onChange,
  children,
}: {
  name: string;
  chosen: string;
  onChange: (number: string) => void;
  children: React.ReactNode;
}) {
  return (
    <label className="flex items-start gap-3 rounded-md border border-line px-3 py-2 text-sm has-checked:border-accent has-checked:bg-accent-soft">
      <input
        type="radio"
        name="offer"
        value={name}
        checked={chosen === name}
        className="mt-1 size-4 shrink-0 accent-accent"
        onChange={() => onChange(name)}
      />
      <span className="min-w-0 flex-1">{children}</span>
    </label>
  );
}

function OfferLine({ at, against, cheapest }: { at: OfferAtHand; against: string | undefined; cheapest: boolean }) {
  const t = useTranslations("plan.offers");
  const units = useTranslations("offer.choices");
  const offer = useTranslations("offer");
  const locale = useLocale();
  const { price, acceleratorId, provider, region, cardsPerPack } = at.offer;
  const card = acceleratorId ? (findAccelerator(acceleratorId)?.name ?? acceleratorId) : t("noCard");
  return (
    <>
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">
          {provider} <span className="tabular font-normal text-muted">OFF-{at.number}</span>
        </span>
        <span className="tabular">
          {t("price", { price: moneyText(locale, price.amount, price.currency, "exact"), unit: units(price.unit) })}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-muted">
        <span>{region ? `${card} · ${region}` : card}</span>
        {cardsPerPack > 1 ? <span>{offer("list.pack", { n: cardsPerPack })}</span> : null}
        {cheapest ? <Badge tone="good">{t("cheapest")}</Badge> : null}
        {against && against !== "other-boundary" ? <Badge tone="warn">{t(`against.${against}`)}</Badge> : null}
        {at.stale ? <Badge tone="warn">{offer("stale")}</Badge> : null}
      </span>
    </>
  );
}
