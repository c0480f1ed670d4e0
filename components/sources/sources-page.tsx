import { getTranslations } from "next-intl/server";
import { ListExport } from "@/components/shell/list-export";
import { PutBackList } from "@/components/shell/put-back-list";
import { LinkButton } from "@/components/ui/button";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { EmptyState, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { reopenBillSource } from "@/lib/ledger/server/actions";
import type { SourceTerms } from "@/lib/ledger/source-choices";
import { EndSource } from "./end-source";
import { SourceForm } from "./source-form";
import { termsInWords } from "./terms-in-words";

interface Source {
  readonly id: string;
  readonly name: string;
  readonly terms: SourceTerms;
  readonly changedAt: string;
  readonly by: string | null;
  readonly bills: number;
}

export interface SourcesProps {
  readonly sources: readonly Source[];
  /** Out of use, the latest first. */
  readonly ended: readonly { readonly id: string; readonly name: string; readonly endedAt: string }[];
  readonly editing: Source | null;
  readonly currency: string;
  readonly timeZones: readonly string[];
  readonly canWrite: boolean;
}

/** Where bills come from, and what each of these sources means by what it writes. */
export async function SourcesPage({ sources, ended, editing, currency, timeZones, canWrite }: SourcesProps) {
  const [t, ledger, format] = await Promise.all([
    getTranslations("sources"),
    getTranslations("ledger"),
    getFormatter(),
  ]);
  const words = await termsInWords();
  return (
    <>
      <PageHeader
        title={t("title")}
        note={t("note")}
        eyebrow={
          <Link href="/ledger/import" className="underline-offset-2 hover:underline">
            {ledger("import.title")}
          </Link>
        }
      />
      {sources.length === 0 ? <EmptyState title={t("empty")}>{t("emptyText")}</EmptyState> : null}
      {sources.length > 0 ? (
        <Section>
          <Table label={t("title")}>
            <thead>
              <tr>
                <Th>{t("name")}</Th>
                <Th>{t("means")}</Th>
                <Th numeric>{t("bills")}</Th>
                <Th>{t("changed")}</Th>
                {canWrite ? <Th>{t("do")}</Th> : null}
              </tr>
            </thead>
            <tbody>
              {sources.map((s) => (
                <tr key={s.id} className={s.id === editing?.id ? "bg-accent-soft" : undefined}>
                  <Td className="font-medium">{s.name}</Td>
                  <Td>
                    <ul className="flex flex-col gap-0.5">
                      {words(s.terms).map((line) => (
                        <li key={line}>{line}</li>
                      ))}
                    </ul>
                  </Td>
                  <Td numeric>{format.number(s.bills)}</Td>
                  <Td className="whitespace-nowrap">
                    {format.dateTime(new Date(s.changedAt), { dateStyle: "medium" })}
                    <span className="block text-[0.8125rem] text-muted">{s.by ?? ""}</span>
                  </Td>
                  {canWrite ? (
                    <Td>
                      <div className="flex flex-wrap gap-2">
                        <LinkButton small href={`/ledger/sources?edit=${s.id}`}>
                          {t("edit")}
                        </LinkButton>
                        <EndSource id={s.id} name={s.name} />
                      </div>
                    </Td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </Table>
          <ListExport list="sources" />
        </Section>
      ) : null}
      {canWrite ? (
        <PutBackList
          lines={ended.map((s) => ({
            id: s.id,
            name: s.name,
            says: t("endedOn", { name: s.name, date: format.dateTime(new Date(s.endedAt), { dateStyle: "medium" }) }),
            run: reopenBillSource.bind(null, { id: s.id }),
          }))}
          title={t("ended")}
        />
      ) : null}
      {canWrite ? (
        <SourceForm
          key={editing?.id ?? "new"}
          editing={editing === null ? null : { id: editing.id, name: editing.name, terms: editing.terms }}
          currency={currency}
          timeZones={timeZones}
        />
      ) : (
        <p className="text-muted">{ledger("commit.financeOnly")}</p>
      )}
    </>
  );
}
