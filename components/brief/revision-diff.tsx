import { useTranslations } from "next-intl";
import { Table, Td, Th } from "@/components/ui/table";
import { diffBriefs } from "@/lib/brief/diff";
import { fieldAt } from "@/lib/brief/fields";
import type { BriefContent } from "@/lib/brief/schema";
import { FieldText } from "./brief-content";

/** Field, before, after; added, removed and changed in words, with ins and del marks. */
export function RevisionDiff({ before, after, since }: { before: BriefContent; after: BriefContent; since: number }) {
  const t = useTranslations();
  const changes = diffBriefs(before, after);
  if (changes.length === 0) return <p className="text-muted">{t("brief.page.same")}</p>;
  return (
    <Table label={t("brief.page.diff", { n: since })}>
      <thead>
        <tr>
          <Th>{t("brief.page.field")}</Th>
          <Th>{t("brief.page.before")}</Th>
          <Th>{t("brief.page.after")}</Th>
        </tr>
      </thead>
      <tbody>
        {changes.map((c) => (
          <tr key={c.path}>
            <Td>
              {t(c.labelKey)}
              <span className="block text-[0.8125rem] text-muted">{t(`brief.changes.${c.kind}`)}</span>
            </Td>
            <Td>
              {c.before === null ? (
                "–"
              ) : (
                <del className="decoration-bad">
                  <FieldText field={fieldAt(c.path)} value={c.before} />
                </del>
              )}
            </Td>
            <Td>
              {c.after === null ? (
                "–"
              ) : (
                <ins className="decoration-good">
                  <FieldText field={fieldAt(c.path)} value={c.after} />
                </ins>
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
