import { getTranslations } from "next-intl/server";
import type { CSSProperties } from "react";
import { PrintButton } from "@/components/acceptance/print-button";
import { pathsOf } from "@/lib/boundary/paths";
import { PathDrawing } from "./path-drawing";
import { LayersList } from "./plan-layers";
import type { PlanView } from "./plan-view";

/** Paper has one theme: the shared parts on it take their colours from here. */
const PAPER = {
  "--color-ink": "#000",
  "--color-muted": "#3a3a3a",
  "--color-line": "#b5b5b5",
  "--color-control": "#5a5a5a",
  "--color-surface": "#fff",
  "--color-sunken": "#f0f0f0",
  "--color-accent": "#12436d",
  "--color-warn": "#7a4b00",
  "--color-warn-soft": "#fbefd8",
  "--color-good": "#14663c",
  "--color-good-soft": "#e2f3e8",
} as CSSProperties;

/** Both paths and the six layers on paper. */
export async function PlanPathsPrint({ plan }: { plan: PlanView }) {
  const t = await getTranslations("boundary");
  const { request, failure } = pathsOf(plan.briefContent);
  return (
    <main id="main" style={PAPER} className="min-h-dvh bg-white text-black [color-scheme:light]">
      <div className="mx-auto flex max-w-5xl flex-col gap-6 px-6 py-8 print:px-0 print:py-0">
        <header className="flex flex-wrap items-start justify-between gap-4">
          <div>
            <p className="text-[0.8125rem]">
              PLN-{plan.number} · BRF-{plan.brief.number} · {plan.brief.title}
            </p>
            <h1 className="text-2xl font-semibold">{t("paths.title")}</h1>
          </div>
          <PrintButton label={t("paths.print")} />
        </header>
        <section className="flex flex-col gap-3">
          <h2 className="border-b border-ink pb-1 text-base font-semibold">{t("paths.request")}</h2>
          <PathDrawing steps={request} label={t("paths.request")} />
        </section>
        <section className="flex flex-col gap-3">
          <h2 className="border-b border-ink pb-1 text-base font-semibold">{t("paths.failure")}</h2>
          <PathDrawing steps={failure} label={t("paths.failure")} />
        </section>
        <section className="flex flex-col gap-3">
          <h2 className="border-b border-ink pb-1 text-base font-semibold">{t("layers.title")}</h2>
          <LayersList plan={plan} unfolded />
        </section>
      </div>
    </main>
  );
}
