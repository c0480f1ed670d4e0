import { useTranslations } from "next-intl";
import type { ListName } from "@/lib/workspace/lists";

interface ExportProps {
  readonly list: ListName;
  /** What the page's address narrows the list by. */
  readonly filter?: Readonly<Record<string, string | undefined>>;
  /** What the file holds, where it is not the rows on screen. */
  readonly holds?: string;
}

export const EXPORT_LINE = "no-print mt-4 flex flex-wrap items-baseline gap-x-3 text-sm text-muted";
export const EXPORT_LINK =
  "inline-flex min-h-6 items-center text-accent pointer-coarse:min-h-11 underline underline-offset-2";

/** The rows of a list as files: the same that are on screen, with all pages of them. */
export function ListExport({ list, filter = {}, holds }: ExportProps) {
  const t = useTranslations("shell.export");
  const query = new URLSearchParams(Object.entries(filter).flatMap(([k, v]) => (v ? [[k, v]] : [])));
  return (
    <p className={EXPORT_LINE}>
      {holds ?? t("rows")}
      {(["csv", "xlsx"] as const).map((as) => (
        <a key={as} className={EXPORT_LINK} href={`/api/lists/${list}?${new URLSearchParams([["as", as], ...query])}`}>
          {t(as)}
        </a>
      ))}
    </p>
  );
}
