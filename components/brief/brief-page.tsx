import { getTranslations } from "next-intl/server";
import { AdviceView } from "@/components/boundary/advice-view";
import { AnswerCostsTable } from "@/components/boundary/answer-costs-table";
import { Badge } from "@/components/ui/badge";
import { LinkButton } from "@/components/ui/button";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { Callout, Facts, PageHeader, Section } from "@/components/ui/surface";
import type { Advice } from "@/lib/boundary/advise";
import type { AnswerCost } from "@/lib/boundary/answer-costs";
import type { BriefContent } from "@/lib/brief/schema";
import type { CalibrationView } from "@/lib/memory/calibration-view";
import { BriefContentView } from "./brief-content";
import { BriefEstimate } from "./brief-estimate";
import { RevisionDiff } from "./revision-diff";

export interface RevisionView {
  readonly brief: { readonly number: number; readonly title: string };
  readonly number: number;
  readonly digest: string;
  readonly author: string | null;
  readonly at: string;
  readonly content: BriefContent;
  readonly estimate: unknown;
  readonly advice: unknown;
  readonly calibration: CalibrationView | null;
  readonly withdrawn: boolean;
  readonly measuring: readonly { readonly id: string; readonly fileName: string; readonly review: string }[];
  readonly before: { readonly number: number; readonly content: BriefContent } | null;
}

export interface BriefView {
  readonly number: number;
  readonly title: string;
  readonly owner: string | null;
  readonly drafting: boolean;
  readonly revisions: readonly {
    readonly number: number;
    readonly digest: string;
    readonly author: string | null;
    readonly at: string;
  }[];
  readonly plans: readonly { readonly number: number; readonly reviews: readonly number[] }[];
}

export async function BriefPage({
  brief,
  revision,
  costs,
  canWrite,
  canPlan,
}: {
  brief: BriefView;
  revision: RevisionView | null;
  costs: readonly AnswerCost[] | null;
  canWrite: boolean;
  canPlan: boolean;
}) {
  const [t, paper] = await Promise.all([getTranslations("brief"), getTranslations("paper")]);
  const ref = `BRF-${brief.number}`;
  return (
    <>
      <PageHeader
        eyebrow={ref}
        title={brief.title}
        badge={
          revision ? (
            <Badge tone="accent">{t("page.revision", { n: revision.number })}</Badge>
          ) : (
            <Badge>{t("list.drafting")}</Badge>
          )
        }
        actions={
          <>
            {revision ? (
              <LinkButton href={`/briefs/${ref}/revisions/${revision.number}/print`}>{paper("print")}</LinkButton>
            ) : null}
            {canWrite ? (
              <LinkButton href={`/briefs/${ref}/edit`}>{t(brief.drafting ? "page.continue" : "page.edit")}</LinkButton>
            ) : null}
            {revision ? <LinkButton href={`/sweep?brief=${ref}`}>{t("page.search")}</LinkButton> : null}
            {canPlan && revision ? (
              <LinkButton tone="primary" href={`/plans/new?brief=${ref}`}>
                {t("page.plan")}
              </LinkButton>
            ) : null}
          </>
        }
      />
      {revision ? (
        <RevisionSections revision={revision} costs={costs} briefHref={`/briefs/${ref}/edit`} canWrite={canWrite} />
      ) : (
        <Callout tone="accent">{t("page.noRevision")}</Callout>
      )}
      <Plans plans={brief.plans} />
      <History brief={brief} />
    </>
  );
}

/** One frozen revision: who, when, digest; the difference; estimate and advice as they were stored. */
export async function RevisionSections({
  revision,
  briefHref,
  costs = null,
  canWrite = false,
}: {
  revision: RevisionView;
  briefHref: string;
  costs?: readonly AnswerCost[] | null;
  /** A measurement is attached at the newest revision, by who may write in the brief. */
  canWrite?: boolean;
}) {
  const [t, format] = await Promise.all([getTranslations("brief.page"), getFormatter()]);
  const advice = revision.advice as Advice | null;
  const kept = revision.content.keptFromExample?.length ?? 0;
  return (
    <>
      <Section>
        <Facts
          items={[
            {
              label: t("revision", { n: revision.number }),
              value: t("by", {
                author: revision.author ?? "–",
                date: format.dateTime(new Date(revision.at), { dateStyle: "medium", timeStyle: "short" }),
              }),
            },
            ...(kept > 0 ? [{ label: t("origin"), value: t("kept", { count: kept }) }] : []),
            {
              label: t("digest"),
              value: <code className="break-all font-mono text-[0.8125rem]">{revision.digest}</code>,
              wide: true,
            },
          ]}
        />
      </Section>
      {revision.before ? (
        <Section id="diff" title={t("diff", { n: revision.before.number })}>
          <RevisionDiff before={revision.before.content} after={revision.content} since={revision.before.number} />
        </Section>
      ) : null}
      <BriefEstimate revision={revision} canWrite={canWrite} />
      {advice ? (
        <Section id="advice" title={t("advice")}>
          <div className="flex flex-col gap-5">
            <AdviceView advice={advice} briefHref={briefHref} />
            {costs ? <AnswerCostsTable costs={costs} chosen={advice.answer} briefHref={briefHref} /> : null}
          </div>
        </Section>
      ) : null}
      <Section id="content" title={t("content")}>
        <BriefContentView content={revision.content} />
      </Section>
    </>
  );
}

async function Plans({ plans }: { plans: BriefView["plans"] }) {
  const t = await getTranslations("brief.page");
  return (
    <Section id="plans" title={t("plans")}>
      {plans.length === 0 ? <p className="text-muted">{t("noPlans")}</p> : null}
      <ul className="flex flex-col gap-1">
        {plans.map((p) => (
          <li key={p.number} className="flex flex-wrap gap-x-4">
            <Link className="text-accent underline underline-offset-2" href={`/plans/PLN-${p.number}`}>
              PLN-{p.number}
            </Link>
            {p.reviews.map((r) => (
              <Link key={r} className="text-accent underline underline-offset-2" href={`/reviews/REV-${r}`}>
                REV-{r}
              </Link>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}

async function History({ brief }: { brief: BriefView }) {
  const [t, format] = await Promise.all([getTranslations("brief.page"), getFormatter()]);
  if (brief.revisions.length === 0) return null;
  return (
    <Section id="history" title={t("history")}>
      <ul className="flex flex-col gap-1 text-sm">
        {brief.revisions.map((r) => (
          <li key={r.number} className="flex flex-wrap gap-x-4">
            <Link
              className="text-accent underline underline-offset-2"
              href={`/briefs/BRF-${brief.number}/revisions/${r.number}`}
            >
              {t("revision", { n: r.number })}
            </Link>
            <span className="text-muted">
              {t("by", {
                author: r.author ?? "–",
                date: format.dateTime(new Date(r.at), { dateStyle: "medium", timeStyle: "short" }),
              })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
