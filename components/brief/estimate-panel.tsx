"use client";
import { useTranslations } from "next-intl";
import { useDeferredValue, useMemo } from "react";
import { EstimateView } from "@/components/memory/estimate-view";
import { Section } from "@/components/ui/surface";
import { briefAnswers } from "@/lib/boundary/brief-answers";
import { contentOf } from "@/lib/brief/content";
import { fieldAt } from "@/lib/brief/fields";
import type { BriefDraft } from "@/lib/brief/schema";
import { findAccelerator } from "@/lib/catalog/accelerators";

/** The same pure files that the server uses, run here on each change: no request, no waiting, no drift. */
export function EstimatePanel({ draft }: { draft: BriefDraft }) {
  const t = useTranslations();
  const calm = useDeferredValue(draft);
  const { estimate, noEstimate, gpu } = useMemo(() => {
    const content = contentOf(calm);
    return { ...briefAnswers(content), gpu: content.memoryShape.acceleratorId };
  }, [calm]);
  return (
    <Section title={t("estimate.panel.title")}>
      {estimate ? (
        <EstimateView compact estimate={estimate} gpuName={(gpu && findAccelerator(gpu)?.name) || (gpu ?? "")} />
      ) : (
        <p className="text-sm text-muted">
          {noEstimate?.code === "MISSING"
            ? t("estimate.panel.missing", { fields: noEstimate.missing.map((p) => t(fieldAt(p).labelKey)).join(", ") })
            : noEstimate?.code === "INVALID"
              ? t("estimate.panel.invalid", { message: noEstimate.message })
              : t("estimate.panel.noModel")}
        </p>
      )}
    </Section>
  );
}
