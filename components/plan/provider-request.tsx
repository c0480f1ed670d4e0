import { getLocale, getTranslations } from "next-intl/server";
import { moneyText } from "@/components/offer/money-text";
import { getFormatter } from "@/components/ui/get-formatter";
import { Paper } from "@/components/ui/paper";
import { PaperPart as Part } from "@/components/ui/paper-part";
import { Facts } from "@/components/ui/surface";
import { providerRequest } from "@/lib/boundary/takeaway/provider-request";
import { findAccelerator } from "@/lib/catalog/accelerators";
import type { PlanView } from "./plan-view";

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
  const day = (iso: string) => format.dateTime(new Date(iso), { dateStyle: "medium", timeZone: "UTC" });
  const card = offer?.acceleratorId ?? briefContent.memoryShape.acceleratorId;
  return (
    <Paper
      eyebrow={`PLN-${view.number}`}
      title={t("title", { provider: offer?.provider ?? t("anyProvider") })}
      foot={`PLN-${view.number} · ${view.digest}`}
    >
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
    </Paper>
  );
}
