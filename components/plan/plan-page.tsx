import { getTranslations } from "next-intl/server";
import { StartRental } from "@/components/rental/start-rental";
import { RentalStatusBadge } from "@/components/rental/status-badge";
import { LinkButton } from "@/components/ui/button";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { Callout, PageHeader, Section } from "@/components/ui/surface";
import { mayContinue } from "@/lib/boundary/rental";
import type { Offer } from "@/lib/catalog/offer";
import { PlanCompatibility } from "./plan-compatibility";
import { PlanCosts } from "./plan-costs";
import { PlanEconomicsSection } from "./plan-economics";
import { PlanFacts } from "./plan-facts";
import { LayersList } from "./plan-layers";
import { type MeasuredOfPlan, PlanSpeedSection } from "./plan-speed";
import { PlanTakeaway } from "./plan-takeaway";
import type { PlanView } from "./plan-view";

interface PageProps {
  readonly plan: PlanView;
  /** Offers that the plan's is held against; of those alike only the cheapest. */
  readonly offers: readonly Offer[];
  readonly canWrite: boolean;
  readonly canRent: boolean;
  readonly standing: string | null;
  /** The benchmark of the plan's own review, which replaces the planning figures. */
  readonly measured: MeasuredOfPlan | null;
}

const LINK = "text-accent underline underline-offset-2";

/** The plan as it stands, what it will cost, its rentals and reviews, and the next step: the trial, or what follows it. */
export async function PlanPage({ plan, offers, canWrite, canRent, standing, measured }: PageProps) {
  const [t, layers, paper] = await Promise.all([
    getTranslations("plan"),
    getTranslations("boundary.layers"),
    getTranslations("paper"),
  ]);
  const ref = `PLN-${plan.number}`;
  const older = plan.brief.newest > plan.brief.revision;
  return (
    <>
      <PageHeader
        eyebrow={`${ref} · ${t("page.revision", { n: plan.revision })}`}
        title={plan.brief.title}
        actions={
          <>
            <LinkButton href={`/plans/${ref}/print`}>{paper("print")}</LinkButton>
            {canWrite ? <LinkButton href={`/plans/${ref}/edit`}>{t("page.edit")}</LinkButton> : null}
          </>
        }
      />
      {older ? (
        <Callout tone="warn" title={t("page.older", { newest: plan.brief.newest, own: plan.brief.revision })}>
          {t("page.olderText")}
        </Callout>
      ) : null}
      <Section title={t("page.facts")}>
        <PlanFacts plan={plan} />
      </Section>
      <Section title={t("page.cost")} note={t("page.costNote")}>
        <PlanCosts plan={plan} />
      </Section>
      <PlanEconomicsSection plan={plan} offers={offers} />
      <PlanSpeedSection plan={plan} measured={measured} />
      <PlanCompatibility plan={plan} />
      <Section
        title={layers("title")}
        note={layers("note")}
        actions={
          <LinkButton small href={`/plans/${ref}/paths`}>
            {layers("print")}
          </LinkButton>
        }
      >
        <LayersList plan={plan} unfolded={false} />
      </Section>
      <PlanTakeaway plan={plan} />
      <Section title={t("page.rentals")}>
        <Rentals plan={plan} />
      </Section>
      {canRent ? <NextStep plan={plan} standing={standing} /> : null}
    </>
  );
}

async function Rentals({ plan }: { plan: PlanView }) {
  const [t, kinds, format] = await Promise.all([
    getTranslations("plan.page"),
    getTranslations("rental.kinds"),
    getFormatter(),
  ]);
  const day = (iso: string) => format.dateTime(new Date(iso), { dateStyle: "medium", timeZone: "UTC" });
  return (
    <div className="flex flex-col gap-3 text-sm">
      {plan.rentals.length === 0 ? <p className="text-muted">{t("noRentals")}</p> : null}
      <ul className="flex flex-col gap-2">
        {plan.rentals.map((r) => (
          <li key={r.number} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Link className={LINK} href={`/rentals/RNT-${r.number}`}>
              RNT-{r.number}
            </Link>
            <span>{kinds(r.kind)}</span>
            <span className="tabular text-muted">{t("dates", { start: day(r.startsAt), end: day(r.endsAt) })}</span>
            <RentalStatusBadge status={r.status} />
          </li>
        ))}
      </ul>
      {plan.reviews.length > 0 ? (
        <p className="flex flex-wrap gap-x-4">
          {plan.reviews.map((r) => (
            <Link key={r} className={LINK} href={`/reviews/REV-${r}`}>
              {t("review", { ref: `REV-${r}` })}
            </Link>
          ))}
        </p>
      ) : (
        <p className="text-muted">{t("noReviews")}</p>
      )}
    </div>
  );
}

/** The first allocation is the test: before a continuing signature only a trial can be started. */
async function NextStep({ plan, standing }: { plan: PlanView; standing: string | null }) {
  const t = await getTranslations("plan.next");
  const review = plan.reviews[0];
  const { period, trial } = plan.plan;
  const midnight = (date: string) => `${date}T00:00`;
  if (plan.rentals.length === 0) {
    return (
      <Section title={t("trial")} note={t("trialNote")}>
        <StartRental
          plan={plan.number}
          kind="trial"
          startsAt={midnight(period.start)}
          endsAt={midnight(trial.endDate)}
        />
      </Section>
    );
  }
  const reviewLink = review ? (
    <Link className={LINK} href={`/reviews/REV-${review}`}>
      REV-{review}
    </Link>
  ) : null;
  if (standing !== null && mayContinue(standing)) {
    return (
      <Section title={t("continue")} note={t("continueNote", { decision: t(`decisions.${standing}`) })}>
        <StartRental plan={plan.number} kind="run" startsAt={midnight(trial.endDate)} endsAt={midnight(period.end)} />
      </Section>
    );
  }
  return (
    <Section title={t("continue")}>
      <p className="max-w-[70ch]">
        {standing === null
          ? t("unsigned")
          : t("notContinuing", {
              decision: t.has(`decisions.${standing}`) ? t(`decisions.${standing}`) : standing,
            })}{" "}
        {reviewLink}
      </p>
    </Section>
  );
}
