"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { RestoredNote } from "@/components/shell/restored-note";
import { useKeptText } from "@/components/shell/use-kept-text";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { ErrorSummary } from "@/components/ui/error-summary";
import { Callout, PageHeader, Section } from "@/components/ui/surface";
import { addOffer } from "@/lib/catalog/server/actions";
import { OfferControl } from "./offer-control";
import { fieldPathOf, OFFER_FIELDS, type OfferGroup, type OfferValues, offerFieldId, offerOf } from "./offer-fields";

const FOLDED: readonly OfferGroup[] = ["billing", "storage", "machine", "promises"];

interface FormProps {
  readonly currency: string;
  readonly today: string;
  /** A claim of the dated comparison: it states less than an offer, and what it lacks is asked for. */
  readonly claim: { readonly id: string; readonly values: OfferValues } | null;
}

/** An offer typed in by hand, with where and when it was read. What is rarely stated is folded away. */
export function OfferForm({ currency, today, claim }: FormProps) {
  const t = useTranslations("offer");
  const router = useRouter();
  const { write, pending, error, failure } = useWrite();
  const initial: OfferValues = claim ? claim.values : { "price.currency": currency, dated: today };
  const { values, change, restored, startOver, settle } = useKeptText(claim ? `offer.${claim.id}` : "offer", initial);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [judge, setJudge] = useState<((v: OfferValues) => string[]) | null>(null);
  const faults = useMemo(() => new Set(judge ? judge(values) : []), [judge, values]);
  const server = (failure?.fields ?? []).map((f) => fieldPathOf(f.path));
  const isRefused = (path: string) => (refused.includes(path) && faults.has(path)) || server.includes(path);
  const summary = useMemo(
    () => refused.map((path) => ({ fieldId: offerFieldId(path), text: t(`fields.${path}.label`) })),
    [refused, t],
  );
  const group = (name: OfferGroup) => (
    <div className="fields gap-4 sm:grid-cols-2">
      {OFFER_FIELDS.filter((f) => f.group === name).map((f) => (
        <OfferControl
          key={f.path}
          field={f}
          value={values[f.path] ?? ""}
          refused={isRefused(f.path)}
          onChange={(value) => change({ [f.path]: value })}
        />
      ))}
    </div>
  );

  async function submit() {
    const { offerFaults } = await import("./offer-faults");
    setJudge(() => offerFaults);
    const found = offerFaults(values);
    setRefused(found);
    if (found.length > 0) return;
    const made = await write(() => addOffer({ offer: offerOf(values) }));
    if (!made) return;
    settle();
    router.push(`/offers/OFF-${made.number}`);
  }

  const open = (name: OfferGroup) =>
    OFFER_FIELDS.some((f) => f.group === name && (values[f.path] || isRefused(f.path)));
  return (
    <form
      noValidate
      className="flex max-w-3xl flex-col gap-5"
      onSubmit={(e) => {
        e.preventDefault();
        void submit();
      }}
    >
      <PageHeader title={t("new.title")} note={t("new.note")} />
      {claim ? <Callout tone="warn">{t("claims.loaded")}</Callout> : null}
      <RestoredNote restored={restored} onStartOver={startOver} />
      <ErrorSummary title={t("form.refused", { count: summary.length })} errors={faults.size > 0 ? summary : []} />
      {error ? (
        <Callout tone="bad" live>
          {error}
        </Callout>
      ) : null}
      {(["thing", "price", "claim"] as const).map((name) => (
        <Section key={name} title={t(`groups.${name}`)}>
          {group(name)}
        </Section>
      ))}
      {FOLDED.map((name) => (
        <Disclosure key={name} summary={t(`groups.${name}`)} open={open(name)}>
          {group(name)}
        </Disclosure>
      ))}
      <Button type="submit" tone="primary" pending={pending} className="self-start">
        {t("new.submit")}
      </Button>
    </form>
  );
}
