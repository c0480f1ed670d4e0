import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { Section } from "@/components/ui/surface";
import type { BriefAtHand } from "@/lib/workspace/brief-at-hand";

const LINK = "text-accent underline-offset-2 hover:underline";

/** The briefs touched last: each with the steps of the road that it has behind it, or the next one. */
export async function AtHand({ briefs }: { readonly briefs: readonly BriefAtHand[] }) {
  const [t, kind] = await Promise.all([getTranslations("home.atHand"), getTranslations("shell.palette.kind")]);
  const steps = ({ number, plan, review, rental, hasRevision }: BriefAtHand) => [
    ...(hasRevision ? [] : [{ href: `/briefs/BRF-${number}/edit`, name: t("draft") }]),
    ...(hasRevision && plan === null ? [{ href: `/plans/new?brief=BRF-${number}`, name: t("plan") }] : []),
    ...(plan === null ? [] : [{ href: `/plans/PLN-${plan}`, name: `${kind("plan")} PLN-${plan}` }]),
    ...(review === null ? [] : [{ href: `/reviews/REV-${review}`, name: `${kind("review")} REV-${review}` }]),
    ...(rental === null
      ? []
      : [
          { href: `/rentals/RNT-${rental}`, name: `${kind("rental")} RNT-${rental}` },
          { href: `/costs?brief=BRF-${number}`, name: t("costs") },
        ]),
  ];
  return (
    <Section
      title={t("title")}
      note={t("note")}
      actions={
        <LinkButton small href="/briefs">
          {t("all")}
        </LinkButton>
      }
    >
      <ul className="-my-2 divide-y divide-line">
        {briefs.map((brief) => (
          <li
            key={brief.number}
            className="grid items-baseline gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <Link href={`/briefs/BRF-${brief.number}`} className={`min-w-0 font-medium ${LINK}`}>
              <span className="tabular mr-2 whitespace-nowrap">{`BRF-${brief.number}`}</span>
              {brief.title}
            </Link>
            <span className="tabular flex flex-wrap gap-x-4 gap-y-1 text-sm">
              {steps(brief).map(({ href, name }) => (
                <Link key={href} href={href} className={LINK}>
                  {name}
                </Link>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
