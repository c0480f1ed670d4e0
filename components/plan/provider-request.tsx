import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import type { CSSProperties, ReactNode } from "react";
import { PrintButton } from "@/components/acceptance/print-button";
import { moneyText } from "@/components/offer/money-text";
import { Facts } from "@/components/ui/surface";
import { providerRequest } from "@/lib/boundary/takeaway/provider-request";
import { findAccelerator } from "@/lib/catalog/accelerators";
import type { PlanView } from "./plan-view";

/** Paper has one theme: the shared parts on it take their colours from here. */
const PAPER = {
  "--color-ink": "#000",
  "--color-muted": "#3a3a3a",
  "--color-line": "#b5b5b5",
  "--color-control": "#5a5a5a",
  "--color-surface": "#fff",
  "--color-sunken": "#f0f0f0",
} as CSSProperties;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="border-b border-ink pb-1 text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** The request to a provider: what is wanted, what must hold, and what the offer leaves open, with room to answer. */
export async function ProviderRequestPage({ plan: view }: { plan: PlanView }) {
  const [t, boundary, format, locale] = await Promise.all([
    getTranslations("boundary.takeaway.request"),
    getTranslations("boundary.styles"),
    getFormatter(),
    getLocale(),
  ]);
  const { plan, briefContent } = view;
  const { offer } = plan;
  const { open, needs } = providerRequest(plan, briefContent);
  const day = (iso: string) => format.dateTime(new Date(iso), { dateStyle: "long", timeZone: "UTC" });
  const card = offer?.acceleratorId ?? briefContent.memoryShape.acceleratorId;
  return (
    <main id="main" style={PAPER} className="min-h-dvh bg-white text-black [color-scheme:light]">
      <div className="mx-auto flex max-w-4xl flex-col gap-6 px-6 py-8 print:px-0 print:py-0">
        <header className="flex flex-wrap items-start justify-between gap-4">
          <div>
            <p className="text-[0.8125rem]">PLN-{view.number}</p>
            <h1 className="text-2xl font-semibold">{t("title", { provider: offer?.provider ?? t("anyProvider") })}</h1>
          </div>
          <PrintButton label={t("print")} />
        </header>
        <Part title={t("wanted")}>
          <Facts
            items={[
              { label: t("style"), value: boundary(`${plan.boundary}.name`) },
              {
                label: t("cards"),
                value: t("cardCount", { n: plan.count, card: card ? (findAccelerator(card)?.name ?? card) : "–" }),
              },
              { label: t("trial"), value: t("dates", { start: day(plan.period.start), end: day(plan.trial.endDate) }) },
              { label: t("period"), value: t("dates", { start: day(plan.period.start), end: day(plan.period.end) }) },
              {
                label: t("offer"),
                value: offer
                  ? t("offerSaid", {
                      price: moneyText(locale, offer.price.amount, offer.price.currency, "exact"),
                      source: offer.source,
                      date: day(offer.dated),
                    })
                  : "–",
              },
              { label: t("owner"), value: plan.owner },
            ]}
          />
        </Part>
        <Part title={t("must")}>
          <ul className="list-disc pl-5">
            {needs.map((n) => (
              <li key={n.id}>
                {t(`need.${n.id}`)}
                {n.value === "" ? null : `: ${n.value}`}
              </li>
            ))}
          </ul>
        </Part>
        <Part title={t("answer")}>
          <table className="w-full border-collapse text-sm">
            <caption className="sr-only">{t("answer")}</caption>
            <thead>
              <tr>
                <th scope="col" className="border border-line px-2 py-1 text-left">
                  {t("question")}
                </th>
                <th scope="col" className="w-1/2 border border-line px-2 py-1 text-left">
                  {t("reply")}
                </th>
              </tr>
            </thead>
            <tbody>
              {open.map((ask) => (
                <tr key={ask}>
                  <td className="border border-line px-2 py-2">{t(`ask.${ask}`)}</td>
                  <td className="border border-line px-2 py-2">
                    <span className="sr-only">{t("empty")}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      </div>
    </main>
  );
}
