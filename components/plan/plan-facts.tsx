import { getLocale, getTranslations } from "next-intl/server";
import { moneyText } from "@/components/offer/money-text";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { Facts } from "@/components/ui/surface";
import { planDays } from "@/lib/boundary/plan";
import { WORKER_FIELDS } from "@/lib/boundary/split";
import { findAccelerator } from "@/lib/catalog/accelerators";
import type { PlanView } from "./plan-view";

/** Everything that the plan's digest stands for. */
export async function PlanFacts({ plan: view }: { plan: PlanView }) {
  const [t, boundary, units, format, locale] = await Promise.all([
    getTranslations("plan"),
    getTranslations("boundary.styles"),
    getTranslations("offer.choices"),
    getFormatter(),
    getLocale(),
  ]);
  const { plan, brief } = view;
  const day = (iso: string) => format.dateTime(new Date(iso), { dateStyle: "medium", timeZone: "UTC" });
  const { offer, trial } = plan;
  const card = offer?.acceleratorId ? (findAccelerator(offer.acceleratorId)?.name ?? offer.acceleratorId) : null;
  return (
    <Facts
      items={[
        {
          label: t("facts.brief"),
          value: (
            <Link
              className="text-accent underline underline-offset-2"
              href={`/briefs/BRF-${brief.number}/revisions/${brief.revision}`}
            >
              BRF-{brief.number} · {t("page.revision", { n: brief.revision })}
            </Link>
          ),
        },
        { label: t("fields.boundary.label"), value: boundary(`${plan.boundary}.name`) },
        {
          label: t("fields.offer.label"),
          value: offer ? (
            <>
              <Link className="text-accent underline underline-offset-2" href={`/offers/${offer.id}`}>
                {offer.provider} {offer.id}
              </Link>
              <span className="block text-[0.8125rem] text-muted">
                {t("offers.price", {
                  price: moneyText(locale, offer.price.amount, offer.price.currency, "exact"),
                  unit: units(offer.price.unit),
                })}
              </span>
            </>
          ) : (
            t("offers.none")
          ),
        },
        { label: t("fields.count.label"), value: card ? t("facts.cards", { n: plan.count, card }) : plan.count },
        ...(plan.moreCards ? [{ label: t("fields.moreCards.label"), value: plan.moreCards }] : []),
        ...(plan.workers
          ? [
              { label: t("fields.workerCount.label"), value: plan.workers.count },
              ...WORKER_FIELDS.map((name) => ({ label: t(`fields.${name}.label`), value: plan.workers?.[name] })),
            ]
          : []),
        {
          label: t("facts.period"),
          value: t("facts.days", { start: day(plan.period.start), end: day(plan.period.end), days: planDays(plan) }),
        },
        {
          label: t("facts.trial"),
          value: t("facts.trialUntil", {
            end: day(trial.endDate),
            budget: moneyText(locale, trial.budget.amount, trial.budget.currency, "exact"),
          }),
        },
        { label: t("fields.owner.label"), value: plan.owner },
        { label: t("fields.stopRule.label"), value: plan.stopRule },
        { label: t("fields.lostAllocation.label"), value: plan.fallbacks.lostAllocation },
        { label: t("fields.shortage.label"), value: plan.fallbacks.shortage },
        { label: t("fields.failedDeployment.label"), value: plan.fallbacks.failedDeployment },
        { label: t("fields.note.label"), value: plan.note || "–" },
        {
          label: t("facts.by"),
          value: `${view.author ?? "–"}, ${format.dateTime(new Date(view.at), { dateStyle: "medium", timeStyle: "short" })}`,
        },
        {
          label: t("facts.digest"),
          value: <code className="break-all font-mono text-[0.8125rem]">{view.digest}</code>,
          wide: true,
        },
      ]}
    />
  );
}
