import { getLocale } from "next-intl/server";
import { Disclosure } from "@/components/ui/disclosure";
import Link from "@/components/ui/link";
import { PageHeader, Section } from "@/components/ui/surface";
import { DOC_PAGES, type DocPage, docFrame, docText, docTitles } from "@/lib/i18n/documentation";
import { isLocale } from "@/lib/i18n/locales";
import { DocNav } from "./doc-nav";
import type { FigureProps } from "./figure-props";
import { FIGURES, FOLDED } from "./figures";
import { Prose } from "./prose";

/** The table of a part, where it has one; folded away where it is long. */
function Figure({ at, show, ...props }: FigureProps & { at: string; show: string }) {
  const figure = FIGURES[at]?.(props);
  return figure && FOLDED.has(at) ? <Disclosure summary={show}>{figure}</Disclosure> : figure;
}

/** One page of the documentation: short parts of words, and below them what the program itself holds. */
export async function DocumentationPage({ page }: { page: DocPage }) {
  const asked = await getLocale();
  const locale = isLocale(asked) ? asked : "en";
  const [frame, titles, { title, about, sections }] = await Promise.all([
    docFrame(locale),
    docTitles(locale),
    docText(locale, page),
  ]);
  const next = titles[DOC_PAGES.indexOf(page) + 1];
  return (
    <>
      <PageHeader
        eyebrow={
          <Link href="/docs" className="underline-offset-2 hover:underline">
            {frame.title}
          </Link>
        }
        title={title}
        note={about}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_13rem]">
        <div className="flex min-w-0 flex-col gap-5">
          {sections.map((section) => (
            <Section key={section.id} id={section.id} title={section.title}>
              <div className="flex flex-col gap-3 text-[0.9375rem]">
                {section.text.map((text) => (
                  <p key={text} className="max-w-[70ch]">
                    <Prose text={text} />
                  </p>
                ))}
                {section.list ? (
                  <ol className="flex max-w-[70ch] list-outside list-decimal flex-col gap-1.5 pl-5">
                    {section.list.map((text) => (
                      <li key={text}>
                        <Prose text={text} />
                      </li>
                    ))}
                  </ol>
                ) : null}
                <Figure at={`${page}#${section.id}`} title={section.title} locale={locale} show={frame.table} />
              </div>
            </Section>
          ))}
          {next ? (
            <p className="no-print text-sm">
              {frame.next}:{" "}
              <Link className="text-accent underline underline-offset-2" href={`/docs/${next.page}`}>
                {next.title}
              </Link>
            </p>
          ) : null}
        </div>
        <DocNav frame={frame} titles={titles} at={page} />
      </div>
    </>
  );
}
