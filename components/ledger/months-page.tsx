import { getTranslations } from "next-intl/server";
import { ListExport } from "@/components/shell/list-export";
import { Badge } from "@/components/ui/badge";
import { LinkButton } from "@/components/ui/button";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { monthName } from "@/components/ui/month-name";
import { EmptyState, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { Money } from "./money";

interface MonthsProps {
  readonly months: readonly {
    readonly month: string;
    readonly entries: number;
    readonly unclassified: number;
    readonly sums: readonly { readonly currency: string; readonly billed: string; readonly effective: string }[];
    readonly closedAt: string | null;
    readonly later: number;
    readonly stated: number;
    readonly takenBack: number;
  }[];
  readonly timeZone: string;
}

/** Every month that holds an entry or of which something was said: its sums, what is unclassified, and whether finance has closed it. */
export async function MonthsPage({ months, timeZone }: MonthsProps) {
  const [t, ledger, format] = await Promise.all([getTranslations("months"), getTranslations("ledger"), getFormatter()]);
  return (
    <>
      <PageHeader title={t("title")} note={t("note")} />
      {months.length === 0 ? (
        <EmptyState title={t("empty")} action={<LinkButton href="/ledger/import">{ledger("list.import")}</LinkButton>}>
          {t("emptyText")}
        </EmptyState>
      ) : (
        <Section>
          <Table stacked label={t("title")}>
            <thead>
              <tr>
                <Th>{t("month")}</Th>
                <Th>{t("state")}</Th>
                <Th numeric>{ledger("basis.billedShort")}</Th>
                <Th numeric>{ledger("basis.effectiveShort")}</Th>
                <Th numeric>{t("entries")}</Th>
                <Th numeric>{t("unclassified")}</Th>
              </tr>
            </thead>
            <tbody>
              {months.map((m) => (
                <tr key={m.month}>
                  <Td line className="tabular whitespace-nowrap">
                    <Link
                      className="inline-block font-medium first-letter:uppercase text-accent underline-offset-2 hover:underline"
                      href={`/ledger/months/${m.month}`}
                    >
                      {monthName(format, m.month)}
                    </Link>
                  </Td>
                  <Td>
                    {m.closedAt ? (
                      <Badge tone="good">
                        {t("closedAt", {
                          date: format.dateTime(new Date(m.closedAt), { dateStyle: "medium", timeZone }),
                        })}
                      </Badge>
                    ) : (
                      <Badge>{t("open")}</Badge>
                    )}
                    {m.later > 0 ? (
                      <span className="block text-[0.8125rem] text-muted">{t("later", { count: m.later })}</span>
                    ) : null}
                    {m.entries === 0 && m.stated > 0 ? (
                      <span className="block text-[0.8125rem] text-muted">{t("statedOnly", { count: m.stated })}</span>
                    ) : null}
                    {m.entries === 0 && m.stated === 0 && m.takenBack > 0 ? (
                      <span className="block text-[0.8125rem] text-muted">
                        {t("takenBackOnly", { count: m.takenBack })}
                      </span>
                    ) : null}
                  </Td>
                  {(["billed", "effective"] as const).map((basis) => (
                    <Td numeric key={basis} label={ledger(`basis.${basis}Short`)}>
                      {m.sums.map((s) => (
                        <span key={s.currency} className={m.sums.length > 1 ? "block" : undefined}>
                          <Money amount={s[basis]} currency={s.currency} />
                        </span>
                      ))}
                    </Td>
                  ))}
                  <Td numeric label={t("entries")}>
                    {format.number(m.entries)}
                  </Td>
                  <Td numeric label={t("unclassified")}>
                    {format.number(m.unclassified)}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
          <ListExport list="months" />
        </Section>
      )}
    </>
  );
}
