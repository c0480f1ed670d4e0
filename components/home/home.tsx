import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { LinkButton } from "@/components/ui/button";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { EmptyState, PageHeader, Section } from "@/components/ui/surface";
import type { BriefAtHand } from "@/lib/workspace/brief-at-hand";
import { AtHand } from "./at-hand";
import { OpenSample } from "./open-sample";

interface Item {
  readonly number: number;
  readonly title: string;
  readonly at: string;
  readonly reason?: string | null;
}

interface HomeProps {
  readonly name: string;
  readonly isSample: boolean;
  readonly sampleExists: boolean;
  readonly hasBriefs: boolean;
  readonly atHand: readonly BriefAtHand[];
  readonly inbox: {
    readonly toSign: readonly Item[];
    readonly sentBack: readonly Item[];
    readonly voided: readonly Item[];
    readonly due: readonly Item[];
    readonly drafts: readonly Item[];
    readonly bills: readonly Item[];
  };
  /** What was alerted and not looked at; null where there is nothing. */
  readonly happened: ReactNode;
}

export async function Home({ name, isSample, sampleExists, hasBriefs, atHand, inbox, happened }: HomeProps) {
  const [t, format] = await Promise.all([getTranslations("home"), getFormatter()]);
  const rows = [
    ...inbox.toSign.map((r) => ({
      ...r,
      ref: `REV-${r.number}`,
      href: `/reviews/REV-${r.number}/sign`,
      what: t("waiting.sign"),
    })),
    ...inbox.sentBack.map((r) => ({
      ...r,
      ref: `REV-${r.number}`,
      href: `/reviews/REV-${r.number}`,
      what: t("waiting.sentBack"),
    })),
    ...inbox.voided.map((r) => ({
      ...r,
      ref: `REV-${r.number}`,
      href: `/reviews/REV-${r.number}`,
      what: t("waiting.voided"),
    })),
    ...inbox.due.map((r) => ({
      ...r,
      ref: `REV-${r.number}`,
      href: `/reviews/REV-${r.number}`,
      what: t("waiting.due"),
    })),
    ...inbox.bills.map((r) => ({
      ...r,
      ref: `BILL-${r.number}`,
      href: `/ledger/import/BILL-${r.number}`,
      what: t("waiting.bills"),
    })),
    ...inbox.drafts.map((r) => ({
      ...r,
      ref: `BRF-${r.number}`,
      href: `/briefs/BRF-${r.number}/edit`,
      what: t("waiting.drafts"),
    })),
  ];
  return (
    <>
      <PageHeader
        title={t("greeting", { name })}
        actions={
          hasBriefs ? (
            <LinkButton tone="primary" href="/briefs/new">
              {t("first.action")}
            </LinkButton>
          ) : null
        }
      />
      <Section
        title={t("waiting.title")}
        actions={
          <LinkButton small href="/inbox">
            {t("waiting.inbox")}
          </LinkButton>
        }
      >
        {rows.length === 0 ? (
          <p className="text-muted">{t(happened === null ? "waiting.none" : "waiting.noneButHappened")}</p>
        ) : (
          <ul className="-my-2 divide-y divide-line">
            {rows.map((r) => (
              <li
                key={`${r.what}${r.ref}`}
                className="grid items-baseline gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[8rem_minmax(0,1fr)_auto]"
              >
                <span className="text-[0.8125rem] text-muted">{r.what}</span>
                <Link href={r.href} className="min-w-0 font-medium text-accent underline-offset-2 hover:underline">
                  <span className="tabular mr-2 whitespace-nowrap">{r.ref}</span>
                  {r.title}
                </Link>
                <span className="tabular text-[0.8125rem] text-muted">
                  {format.dateTime(new Date(r.at), { dateStyle: "medium", timeStyle: "short" })}
                </span>
                {r.reason ? <p className="text-sm text-muted sm:col-start-2">{r.reason}</p> : null}
              </li>
            ))}
          </ul>
        )}
      </Section>
      {happened}
      {atHand.length === 0 ? null : <AtHand briefs={atHand} />}
      {hasBriefs ? null : (
        <EmptyState
          title={t("first.title")}
          action={
            <LinkButton tone="primary" href="/briefs/new">
              {t("first.action")}
            </LinkButton>
          }
        >
          {t("first.text")}
        </EmptyState>
      )}
      {isSample ? null : (
        <EmptyState title={t("sample.title")} action={<OpenSample exists={sampleExists} />}>
          {t("sample.text")}
        </EmptyState>
      )}
    </>
  );
}
