import { getLocale, getTranslations } from "next-intl/server";
import { DocList } from "@/components/docs/doc-list";
import { Button, LinkButton } from "@/components/ui/button";
import { Field, Select } from "@/components/ui/field";
import Link from "@/components/ui/link";
import { Callout, PageHeader, Section } from "@/components/ui/surface";
import { docTitles } from "@/lib/i18n/documentation";
import { isLocale } from "@/lib/i18n/locales";
import type { BriefAtHand } from "@/lib/workspace/brief-at-hand";

interface HelpProps {
  readonly briefs: readonly BriefAtHand[];
  readonly brief: BriefAtHand | null;
}

/** Where each answer leads in one's own work; null while that does not exist yet. */
const QUESTIONS = {
  check: {
    brief: (b: BriefAtHand) => `/briefs/BRF-${b.number}/edit`,
    estimate: (b: BriefAtHand) => (b.hasRevision ? `/briefs/BRF-${b.number}#estimate` : null),
  },
  includes: { offers: () => "/offers", plan: (b: BriefAtHand) => planOf(b) },
  many: {
    sweep: (b: BriefAtHand) => (b.hasRevision ? `/sweep?brief=BRF-${b.number}` : null),
    estimate: (b: BriefAtHand) => (b.hasRevision ? `/briefs/BRF-${b.number}#estimate` : null),
  },
  kubernetes: {
    plan: (b: BriefAtHand) => planOf(b),
    review: (b: BriefAtHand) => (b.review === null ? null : `/reviews/REV-${b.review}`),
  },
  first: { plan: (b: BriefAtHand) => planOf(b) },
  not: { boundary: (b: BriefAtHand) => (b.hasRevision ? `/briefs/BRF-${b.number}#advice` : null) },
} as const;

const planOf = (b: BriefAtHand): string | null => (b.plan === null ? null : `/plans/PLN-${b.plan}`);

const TERMS = [
  ...(["onDemand", "reserved", "spot", "serverless", "increment", "minimum", "pack", "term", "upfront"] as const),
  ...(["billed", "effective", "list", "egress", "stopped", "support", "tax", "credit", "funding"] as const),
  ...(["month", "headroom"] as const),
];

/** Questions with their answers, each leading into the reader's own brief, and the words of price lists. */
export async function HelpPage({ briefs, brief }: HelpProps) {
  const [t, asked] = await Promise.all([getTranslations("help"), getLocale()]);
  const docs = await docTitles(isLocale(asked) ? asked : "en");
  const questions = Object.entries(QUESTIONS) as [
    keyof typeof QUESTIONS,
    Readonly<Record<string, (b: BriefAtHand) => string | null>>,
  ][];
  return (
    <>
      <PageHeader title={t("title")} note={t("note")} actions={<LinkButton href="/docs">{t("docs")}</LinkButton>} />
      {brief === null ? (
        <Callout>
          <p>{t("noBrief")}</p>
          <LinkButton href="/briefs/new" className="mt-2">
            {t("write")}
          </LinkButton>
        </Callout>
      ) : (
        <form action="/help" className="no-print flex flex-wrap items-end gap-3">
          <Field id="help-brief" label={t("for")}>
            <Select id="help-brief" name="brief" defaultValue={`BRF-${brief.number}`}>
              {briefs.map((b) => (
                <option key={b.number} value={`BRF-${b.number}`}>{`BRF-${b.number} ${b.title}`}</option>
              ))}
            </Select>
          </Field>
          <Button type="submit">{t("show")}</Button>
        </form>
      )}
      {questions.map(([key, links]) => (
        <Section key={key} id={key} title={t(`q.${key}.q`)}>
          <div className="flex max-w-[70ch] flex-col gap-3 text-[0.9375rem]">
            <p>{t(`q.${key}.p1`)}</p>
            <p>{t(`q.${key}.p2`)}</p>
            <p>{t(`q.${key}.p3`)}</p>
            {brief ? (
              <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
                {Object.entries(links).map(([name, addressOf]) => {
                  const address = addressOf(brief);
                  return address === null ? null : (
                    <li key={name}>
                      <Link className="text-accent underline underline-offset-2" href={address}>
                        {t(`q.${key}.links.${name}`)}
                      </Link>
                    </li>
                  );
                })}
              </ul>
            ) : null}
          </div>
        </Section>
      ))}
      <Section id="docs" title={t("docs")} note={t("docsNote")}>
        <DocList titles={docs} />
      </Section>
      <Section id="terms" title={t("terms")}>
        <dl className="grid gap-y-3 text-sm">
          {TERMS.map((key) => (
            <div key={key} className="grid gap-x-6 sm:grid-cols-[12rem_minmax(0,1fr)]">
              <dt className="font-medium">{t(`term.${key}.word`)}</dt>
              <dd className="text-muted">{t(`term.${key}.means`)}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  );
}
