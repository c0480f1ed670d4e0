import { getTranslations } from "next-intl/server";
import { PutBackList } from "@/components/shell/put-back-list";
import { getFormatter } from "@/components/ui/get-formatter";
import { undoOfferImport } from "@/lib/catalog/server/actions";

interface ImportsProps {
  /** The latest first. */
  readonly imports: readonly {
    readonly first: number;
    readonly count: number;
    readonly inUse: number;
    readonly source: string;
    readonly at: string;
  }[];
}

/** Price lists that were taken in, each with its undo for as long as an offer of it is in use. */
export async function OfferImports({ imports }: ImportsProps) {
  const [t, undo, format] = await Promise.all([
    getTranslations("undo.imports"),
    getTranslations("undo"),
    getFormatter(),
  ]);
  const lines = imports.map(({ first, count, inUse, source, at }) => {
    const said = t("line", { count, source });
    return {
      id: String(first),
      name: said,
      says: (
        <>
          {said}{" "}
          <span className="text-muted">
            {format.dateTime(new Date(at), { dateStyle: "medium", timeStyle: "short" })} · {t("left", { count: inUse })}
          </span>
        </>
      ),
      run: inUse > 0 ? undoOfferImport.bind(null, { first }) : null,
    };
  });
  return <PutBackList lines={lines} title={t("title")} note={t("note")} label={undo("undo")} />;
}
