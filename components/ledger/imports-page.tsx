import { getTranslations } from "next-intl/server";
import { ListExport } from "@/components/shell/list-export";
import { LinkButton } from "@/components/ui/button";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { ImportState, ImportStateName } from "@/lib/ledger/import-state";
import { FormatsRead } from "./formats-read";
import { type ImportStage, ImportStateWords, StateFilter } from "./import-state-words";
import { BillUpload } from "./upload";
import { ValueUsage } from "./value-usage";

interface Bill {
  readonly number: number;
  readonly fileName: string;
  readonly size: number;
  readonly stage: ImportStage;
  readonly state: ImportState;
  readonly createdBy: string | null;
  readonly createdAt: string;
}

interface ImportsProps {
  readonly bills: readonly Bill[];
  /** Of all imports, whatever state the address asks for. */
  readonly count: number;
  readonly states: readonly { readonly is: ImportStateName; readonly count: number }[];
  readonly asked: ImportStateName | null;
  readonly sources: readonly { readonly id: string; readonly name: string }[];
  readonly maxMib: number;
  readonly canWrite: boolean;
}

export async function ImportsPage({ bills, count, states, asked, sources, maxMib, canWrite }: ImportsProps) {
  const [t, format] = await Promise.all([getTranslations("ledger"), getFormatter()]);
  return (
    <>
      <PageHeader
        title={t("import.title")}
        note={t("import.note")}
        eyebrow={
          <Link href="/ledger" className="underline-offset-2 hover:underline">
            {t("list.title")}
          </Link>
        }
        actions={<LinkButton href="/ledger/sources">{t("import.sources")}</LinkButton>}
      />
      {canWrite ? (
        <BillUpload maxMib={maxMib} sources={sources} />
      ) : (
        <p className="text-muted">{t("commit.financeOnly")}</p>
      )}
      {canWrite ? <FormatsRead /> : null}
      {canWrite ? <ValueUsage /> : null}
      <Section title={t("import.history")}>
        {count === 0 ? (
          <p className="text-muted">{t("import.none")}</p>
        ) : (
          <>
            <StateFilter states={states} asked={asked} count={count} />
            <Table stacked label={t("import.history")}>
              <thead>
                <tr>
                  <Th>{t("import.ref")}</Th>
                  <Th>{t("import.file")}</Th>
                  <Th>{t("import.state")}</Th>
                  <Th numeric>{t("import.size")}</Th>
                  <Th>{t("import.uploaded")}</Th>
                  <Th>{t("import.by")}</Th>
                </tr>
              </thead>
              <tbody>
                {bills.map((b) => (
                  <tr key={b.number}>
                    <Td>
                      <Link
                        href={`/ledger/import/BILL-${b.number}`}
                        className="tabular whitespace-nowrap font-medium text-accent underline-offset-2 hover:underline"
                      >
                        BILL-{b.number}
                      </Link>
                    </Td>
                    <Td line className="min-w-40 break-words">
                      {b.fileName}
                    </Td>
                    <Td line>
                      <ImportStateWords stage={b.stage} state={b.state} />
                    </Td>
                    <Td numeric>{t("import.bytes", { bytes: format.number(b.size) })}</Td>
                    <Td className="whitespace-nowrap">
                      {format.dateTime(new Date(b.createdAt), { dateStyle: "medium", timeStyle: "short" })}
                    </Td>
                    <Td>{b.createdBy ?? "–"}</Td>
                  </tr>
                ))}
              </tbody>
            </Table>
            <ListExport list="bills" />
          </>
        )}
      </Section>
    </>
  );
}
