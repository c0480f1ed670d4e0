import Link from "@/components/ui/link";
import type { DocTitle } from "@/lib/i18n/documentation";

/** Every page with the question it answers. */
export function DocList({ titles }: { titles: readonly DocTitle[] }) {
  return (
    <ol className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {titles.map(({ page, title, about }) => (
        <li key={page}>
          <Link className="font-medium text-accent underline underline-offset-2" href={`/docs/${page}`}>
            {title}
          </Link>
          <p className="text-sm text-muted">{about}</p>
        </li>
      ))}
    </ol>
  );
}
