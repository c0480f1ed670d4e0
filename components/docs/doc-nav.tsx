import Link from "@/components/ui/link";
import type { DocFrame, DocPage, DocTitle } from "@/lib/i18n/documentation";

/** The contents: every page of the documentation, with the one that is open marked. */
export function DocNav({ frame, titles, at }: { frame: DocFrame; titles: readonly DocTitle[]; at: DocPage }) {
  return (
    <nav aria-label={frame.contents} className="no-print lg:sticky lg:top-4">
      <p className="mb-2 text-[0.8125rem] text-muted">{frame.contents}</p>
      <ol className="flex flex-col gap-0.5 border-l border-line text-sm">
        {titles.map(({ page, title }) => (
          <li key={page}>
            <Link
              href={`/docs/${page}`}
              aria-current={page === at ? "page" : undefined}
              className={
                page === at
                  ? "-ml-px block border-l-2 border-accent py-1 pointer-coarse:py-3 pl-3 font-medium text-accent"
                  : "block py-1 pointer-coarse:py-3 pl-3 text-ink hover:underline"
              }
            >
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
