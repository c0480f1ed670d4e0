"use client";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { moneyText } from "@/components/offer/money-text";
import { useWrite } from "@/components/shell/use-write";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox, Field, Input } from "@/components/ui/field";
import Link from "@/components/ui/link";
import type { OfferAtHand, OffersAtHand } from "@/lib/boundary/offers-at-hand";
import type { Boundary } from "@/lib/boundary/schema";
import { findOffers } from "@/lib/boundary/server/actions";
import { findAccelerator } from "@/lib/catalog/accelerators";

interface ChoiceProps {
  readonly brief: number;
  readonly boundary: Boundary;
  /** What the page came with. */
  readonly atHand: OffersAtHand;
  readonly chosen: OfferAtHand | null;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onFound: (found: readonly OfferAtHand[]) => void;
  readonly onChange: (number: string) => void;
}

/** Offers of the chosen style, searched on the server; what speaks against one stands beside it. */
export function OfferChoice({ brief, boundary, atHand, chosen, value, fault, onFound, onChange }: ChoiceProps) {
  const t = useTranslations("plan.offers");
  const [found, setFound] = useState(atHand);
  const [text, setText] = useState("");
  const [every, setEvery] = useState(false);
  const { write, pending, error } = useWrite();
  const asked = useRef(boundary);

  async function search(everyCard: boolean) {
    const answer = await write(() => findOffers({ brief, boundary, text, everyCard }));
    if (!answer) return;
    setFound(answer);
    onFound(answer.offers);
  }
  // Another style has other offers; what was typed into the search stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the style asks by itself
  useEffect(() => {
    if (asked.current === boundary) return;
    asked.current = boundary;
    void search(every);
  }, [boundary]);

  const listed = found.offers.some((o) => String(o.number) === value);
  const shown = chosen && !listed ? [chosen, ...found.offers] : found.offers;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <Field id="p-offer-search" label={t("search")}>
          <Input
            id="p-offer-search"
            placeholder="h100 frankfurt"
            type="search"
            autoComplete="off"
            value={text}
            onChange={(e) => setText(e.target.value)}
            onKeyDown={(e) => {
              if (e.key !== "Enter") return;
              e.preventDefault();
              void search(every);
            }}
          />
        </Field>
        <Button pending={pending} onClick={() => void search(every)}>
          {t("find")}
        </Button>
        <p role="status" className="py-2 text-sm text-muted">
          {t("found", { count: found.count, shown: found.offers.length })}
        </p>
      </div>
      {error ? <p className="text-sm text-bad">{error}</p> : null}
      <fieldset
        id="p-offer"
        tabIndex={-1}
        className="flex flex-col gap-2"
        aria-describedby={fault ? "p-offer-error" : undefined}
      >
        <legend className="mb-2 text-sm text-muted">{t("note")}</legend>
        {boundary === "managed-api" ? (
          <OfferOption name="" chosen={value} onChange={onChange}>
            {t("none")}
          </OfferOption>
        ) : null}
        {shown.map((o) => (
          <OfferOption key={o.number} name={String(o.number)} chosen={value} onChange={onChange}>
            <OfferLine at={o} against={found.against[o.offer.id]} cheapest={found.cheapest === o.number} />
          </OfferOption>
        ))}
        {shown.length === 0 && boundary !== "managed-api" ? <p className="text-sm">{t("empty")}</p> : null}
      </fieldset>
      {found.otherCards > 0 ? (
        <Checkbox
          id="p-every"
          label={t("every", { count: found.otherCards })}
          checked={every}
          onChange={(e) => {
            setEvery(e.target.checked);
            void search(e.target.checked);
          }}
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
    </div>
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
  const { price, acceleratorId, cardAsNamed, provider, region, cardsPerPack } = at.offer;
  const card = acceleratorId ? (findAccelerator(acceleratorId)?.name ?? acceleratorId) : (cardAsNamed ?? t("noCard"));
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
        {cardsPerPack && cardsPerPack > 1 ? <span>{offer("list.pack", { n: cardsPerPack })}</span> : null}
        {cheapest ? <Badge tone="good">{t("cheapest")}</Badge> : null}
        {against && against !== "other-boundary" ? <Badge tone="warn">{t(`against.${against}`)}</Badge> : null}
        {at.stale ? <Badge tone="warn">{offer("stale")}</Badge> : null}
      </span>
    </>
  );
}
