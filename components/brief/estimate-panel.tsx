"use client";
import { useTranslations } from "next-intl";
import { useDeferredValue, useMemo } from "react";
import { EstimateView } from "@/components/memory/estimate-view";
import { useMemoryWords } from "@/components/memory/memory-words";
import { Section } from "@/components/ui/surface";
import { briefAnswers } from "@/lib/boundary/brief-answers";
import { contentOf } from "@/lib/brief/content";
import { fieldAt } from "@/lib/brief/fields";
import { notLookedAt } from "@/lib/brief/from-example";
import type { BriefDraft } from "@/lib/brief/schema";
import { findAccelerator } from "@/lib/catalog/accelerators";

/** The same pure files that the server uses, run here on each change: no request, no waiting, no drift. */
export function EstimatePanel({ draft }: { draft: BriefDraft }) {
  const t = useTranslations();
  const words = useMemoryWords();
  const calm = useDeferredValue(draft);
  const { estimate, noEstimate, gpu, unlooked } = useMemo(() => {
    const content = contentOf(calm);
    const ofTheExample = notLookedAt(calm).filter((path) => fieldAt(path).block === "memoryShape");
    return { ...briefAnswers(content), gpu: content.memoryShape.acceleratorId, unlooked: ofTheExample.length };
  }, [calm]);
  return (
    <Section title={t("estimate.panel.title")}>
      {estimate && unlooked > 0 ? (
        <p className="mb-3 text-sm text-muted">{t("brief.form.estimateFromExample", { count: unlooked })}</p>
      ) : null}
      {estimate ? (
        <EstimateView compact estimate={estimate} gpuName={(gpu && findAccelerator(gpu)?.name) || (gpu ?? "")} />
      ) : (
        <p className="text-sm text-muted">
          {noEstimate?.code === "MISSING"
            ? t("estimate.panel.missing", { fields: noEstimate.missing.map((p) => t(fieldAt(p).labelKey)).join(", ") })
            : noEstimate?.code === "INVALID"
              ? t("estimate.panel.invalid", { message: words.text(noEstimate.words) })
              : t("estimate.panel.noModel")}
        </p>
      )}
    </Section>
  );
}
