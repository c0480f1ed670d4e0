import { getTranslations } from "next-intl/server";
import { PutBackList } from "@/components/shell/put-back-list";
import { getFormatter } from "@/components/ui/get-formatter";
import { undoBillClasses } from "@/lib/ledger/server/actions";
import type { ClassChangeView } from "./bill-types";

interface HistoryProps {
  readonly bill: number;
  /** The latest first. */
  readonly changes: readonly ClassChangeView[];
  readonly timeZone: string;
}

/** Classes that were given to rows of an import that waits. The last one can be undone, and then the one before. */
export async function ClassHistory({ bill, changes, timeZone }: HistoryProps) {
  const [t, undo, component, format] = await Promise.all([
    getTranslations("undo.classes"),
    getTranslations("undo"),
    getTranslations("ledger.component"),
    getFormatter(),
  ]);
  const lines = changes.map(({ id, rows, component: given, at, by }, n) => {
    const said = t("line", { count: rows, component: given === null ? t("none") : component(given) });
    const date = format.dateTime(new Date(at), { dateStyle: "medium", timeStyle: "short", timeZone });
    return {
      id,
      name: said,
      says: (
        <>
          {said} <span className="text-muted">{undo("when", { date, who: by ?? "–" })}</span>
        </>
      ),
      run: n === 0 ? undoBillClasses.bind(null, { bill, change: id }) : null,
    };
  });
  return <PutBackList lines={lines} title={t("title")} note={t("note")} label={undo("undo")} />;
}
