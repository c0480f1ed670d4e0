"use client";
import { useTranslations } from "next-intl";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { useDeferredValue, useMemo } from "react";
import { CopyLink } from "@/components/memory/copy-link";
import { useMemoryWords } from "@/components/memory/memory-words";
import { PriceGate } from "@/components/plan/price-gate";
import { LinkButton } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { Callout, PageHeader } from "@/components/ui/surface";
import { ToField } from "@/components/ui/to-field";
import type { SweepRequest } from "@/lib/boundary/sweep/schema";
import { sweep } from "@/lib/boundary/sweep/sweep";
import type { priceSearchOpen } from "@/lib/brief/completeness";
import { listAccelerators } from "@/lib/catalog/accelerators";
import { useFaultWords } from "./sweep-controls";
import { SweepForm } from "./sweep-form";
import { SweepAnswers, SweepResult } from "./sweep-result";
import { type AskedSweep, askedSweep, MOST_PLANS, type SweepSource, sweepFieldId, withBrief } from "./sweep-values";
import { useSweepAddress } from "./use-sweep-address";

interface PageProps {
  readonly source: SweepSource;
  /** The questions that keep a brief's prices closed; null where they are open. */
  readonly gate: ReturnType<typeof priceSearchOpen> | null;
  readonly canPlan: boolean;
}

/** Works signed out: everything is calculated here, in the browser, and the address holds the search. */
export function SweepPage(props: PageProps) {
  return (
    <NuqsAdapter>
      <Search {...props} />
    </NuqsAdapter>
  );
}

function sizeOf({ gpus, parallel, weightFormats, kvCacheDtypes, contexts }: SweepRequest): number {
  const cards = gpus === "all" ? listAccelerators().length : gpus.length;
  const splits = parallel.tensor.length * parallel.data.length;
  return cards * splits * weightFormats.length * (kvCacheDtypes?.length ?? 1) * (contexts?.length ?? 1);
}

function Search({ source, gate, canPlan }: PageProps) {
  const t = useTranslations("sweep");
  const words = useMemoryWords();
  const address = useSweepAddress();
  const asked = useMemo(() => askedSweep(address.values, source), [address.values, source]);
  const calm = useDeferredValue(asked);
  const result = useMemo(() => (calm.ok && sizeOf(calm.request) <= MOST_PLANS ? sweep(calm.request) : null), [calm]);
  const { brief } = source;
  const loaded = calm.ok && calm.request.load != null;
  return (
    <>
      <PageHeader
        eyebrow={
          brief ? (
            <Link className="underline underline-offset-2" href={`/briefs/BRF-${brief.number}`}>
              BRF-{brief.number} · {brief.title}
            </Link>
          ) : undefined
        }
        title={t("title")}
        note={t("lead")}
        actions={
          <>
            <LinkButton href={brief ? `/compare?brief=BRF-${brief.number}` : "/compare"}>{t("toCompare")}</LinkButton>
            <LinkButton href="/economics">{t("toEconomics")}</LinkButton>
            {canPlan ? <LinkButton href="/plans/sharing">{t("toSharing")}</LinkButton> : null}
            <CopyLink link={address.link} />
          </>
        }
      />
      {brief && gate ? <PriceGate gate={gate} briefHref={`/briefs/BRF-${brief.number}/edit`} /> : null}
      {brief && brief.search === null ? <Callout tone="warn">{t("briefOpen")}</Callout> : null}
      {result?.ok && calm.ok ? (
        <SweepAnswers answer={result.answer} loaded={loaded} />
      ) : (
        <NotAsked
          asked={calm}
          model={address.values.model ?? ""}
          refusal={result && !result.ok ? words.text(result.words) : null}
        />
      )}
      <div className="grid items-start gap-5 xl:grid-cols-2 2xl:grid-cols-3">
        <SweepForm
          source={source}
          values={withBrief(address.values, brief?.search ?? null)}
          lines={asked.lines}
          fault={asked.ok || asked.code === "missing" ? null : asked.field}
          onChange={address.change}
        />
      </div>
      {result?.ok ? (
        <SweepResult answer={result.answer} brief={canPlan && brief ? brief.number : null} loaded={loaded} />
      ) : null}
    </>
  );
}

const EXAMPLE =
  "/sweep?model=meta-llama/Llama-3.1-70B&weights=bf16,fp8&conc=32&in=1024&out=256&offers=h100-sxm,+2.69,+USD%0Ah200-sxm,+3.50,+USD%0Al40s,+0.90,+USD%0Aa100-80-sxm,+1.60,+USD";

/** Before there is an answer: what it needs, as a link to its control. */
function NotAsked({ asked, model, refusal }: { asked: AskedSweep; model: string; refusal: string | null }) {
  const t = useTranslations("sweep");
  const faultWords = useFaultWords();
  if (refusal !== null) return <Callout tone="warn">{refusal}</Callout>;
  if (asked.ok) return <Callout tone="warn">{t("tooMany", { n: sizeOf(asked.request), most: MOST_PLANS })}</Callout>;
  return (
    <Callout
      tone={asked.code === "missing" ? "neutral" : "warn"}
      title={asked.code === "missing" ? t("missing") : faultWords(asked.field, model)}
      live
    >
      <p>
        <ToField id={sweepFieldId(asked.field)}>{t(`fields.${asked.field}.label`)}</ToField>
      </p>
      {asked.code === "missing" ? (
        <p className="mt-2">
          <Link className="text-accent underline underline-offset-2" href={EXAMPLE}>
            {t("example")}
          </Link>
        </p>
      ) : null}
    </Callout>
  );
}
