import Link from "next/link";
import { getFormatter, getTranslations } from "next-intl/server";
import { ListExport } from "@/components/shell/list-export";
import { Badge, type Tone } from "@/components/ui/badge";
import { LinkButton } from "@/components/ui/button";
import { PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { FormatsRead } from "./formats-read";
import { BillUpload } from "./upload";
import { ValueUsage } from "./value-usage";

type State = "planned" | "committed" | "discarded";
const TONES: Readonly<Record<State, Tone>> = { planned: "warn", committed: "good", discarded: "neutral" };

interface Bill {
  readonly number: number;
  readonly fileName: string;
  readonly size: number;
  readonly state: State;
  readonly createdBy: string | null;
  readonly createdAt: string;
}

export async function BillStateBadge({ state }: { state: State }) {
  const t = await getTranslations("ledger.state");
  return <Badge tone={TONES[state]}>{t(state)}</Badge>;
}

export async function ImportsPage({
  bills,
  sources,
  maxMib,
  canWrite,
}: {
  bills: readonly Bill[];
  sources: readonly { readonly id: string; readonly name: string }[];
  maxMib: number;
  canWrite: boolean;
}) {
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
        {bills.length === 0 ? (
          <p className="text-muted">{t("import.none")}</p>
        ) : (
          <>
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
                    <Td>
                      <BillStateBadge state={b.state} />
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
