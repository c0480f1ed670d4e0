import { createTranslator } from "next-intl";
import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import Link from "@/components/ui/link";
import { WithPageGuide } from "@/components/ui/page-guide";
import { docText } from "@/lib/i18n/documentation";
import { isLocale, type Locale } from "@/lib/i18n/locales";
import { GUIDE_LINKS, GUIDES, type GuideName } from "./guides";

/** A page with its guide: the page's header shows it, folded away. */
export function Guided({ of, children }: { of: GuideName; children: ReactNode }) {
  return <WithPageGuide guide={<Guide of={of} />}>{children}</WithPageGuide>;
}

async function readersLocale(): Promise<Locale> {
  const asked = await getLocale();
  return isLocale(asked) ? asked : "en";
}

/** Of all guides only the one shown travels: their words are no part of the messages that every page hands the browser. */
async function guideWords() {
  const locale = await readersLocale();
  const messages: typeof import("@/lib/i18n/guides/en.json") = (await import(`@/lib/i18n/guides/${locale}.json`))
    .default;
  return createTranslator({ locale, messages });
}

const PARTS = ["what", "next", "from"] as const;

/** What a page is for, what one does there next, where its numbers come from; works without scripts. */
async function Guide({ of }: { of: GuideName }) {
  const t = await guideWords();
  const { link, doc } = GUIDES[of];
  const { title } = await docText(await readersLocale(), doc);
  return (
    <details className="group no-print -mt-1 w-full text-sm">
      <summary className="inline-flex min-h-7 list-none pointer-coarse:min-h-11 items-center gap-1.5 rounded text-[0.8125rem] text-muted underline-offset-2 hover:underline">
        <span aria-hidden="true" className="transition-transform group-open:rotate-90 motion-reduce:transition-none">
          ▸
        </span>
        {t("title")}
      </summary>
      <div className="mt-1 flex max-w-[75ch] flex-col gap-2 border-l-2 border-control py-1 pl-3">
        {PARTS.map((part) => (
          <p key={part}>
            <span className="block text-[0.8125rem] text-muted">{t(part)}</span>
            {t(`of.${of}.${part}`)}
          </p>
        ))}
        <p>
          <Link className="text-accent underline underline-offset-2" href={GUIDE_LINKS[link]}>
            {t(`link.${link}`)}
          </Link>
        </p>
        {of === "doc" ? null : (
          <p>
            <span className="block text-[0.8125rem] text-muted">{t("how")}</span>
            <Link className="text-accent underline underline-offset-2" href={`/docs/${doc}`}>
              {title}
            </Link>
          </p>
        )}
      </div>
    </details>
  );
}
