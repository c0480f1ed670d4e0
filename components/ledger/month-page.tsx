import { getTranslations } from "next-intl/server";
import { ListExport } from "@/components/shell/list-export";
import { Badge } from "@/components/ui/badge";
import { LinkButton } from "@/components/ui/button";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { monthName } from "@/components/ui/month-name";
import { Callout, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { CloseForm } from "./close-form";
import { InvoiceForm } from "./invoice-form";
import { LaterEntries } from "./later-entries";
import { Money } from "./money";
import { MonthInvoices } from "./month-invoices";
import type { MonthData } from "./month-types";

/** One month: what it holds, its invoices against the ledger, and its close. */
export async function MonthPage(data: MonthData) {
  const [t, format] = await Promise.all([getTranslations("months"), getFormatter()]);
  const { closed, held, takenBack } = data;
  const isEmpty = held.length === 0 && data.lines.length === 0;
  return (
    <>
      <PageHeader
        eyebrow={
          <Link className="underline-offset-2 hover:underline" href="/ledger/months">
            {t("one.back")}
          </Link>
        }
        title={<span className="inline-block first-letter:uppercase">{monthName(format, data.month)}</span>}
        badge={closed ? <Badge tone="good">{t("closed")}</Badge> : <Badge>{t("open")}</Badge>}
        note={t("one.note", { zone: data.timeZone })}
        actions={
          <>
            <LinkButton href={`/costs/print?month=${data.month}`}>{t("one.costsOnPaper")}</LinkButton>
            <LinkButton href={`/ledger?month=${data.month}`}>{t("one.entriesLink")}</LinkButton>
          </>
        }
      />
      {closed ? <Closed closed={closed} month={data.month} timeZone={data.timeZone} /> : null}
      {closed && closed.later.length > 0 ? (
        <LaterEntries later={closed.later} month={data.month} timeZone={data.timeZone} />
      ) : null}
      {isEmpty ? (
        <Callout title={t("one.emptyTitle")}>
          <p>{t("one.emptyText", { count: takenBack.length })}</p>
        </Callout>
      ) : null}
      {held.length > 0 ? (
        <Sums title={t("one.held")} note={t("one.heldNote")} rows={held} list="month-held" month={data.month} />
      ) : null}
      <MonthInvoices {...data} />
      {data.canWrite ? (
        <InvoiceForm
          month={data.month}
          currency={data.currency}
          issuers={[...new Set(data.lines.map((l) => l.issuer).filter((name) => name !== ""))]}
        />
      ) : null}
      {data.canWrite && !closed && !isEmpty ? (
        <CloseForm
          month={data.month}
          digest={data.digest}
          over={data.over}
          entries={held.reduce((n, h) => n + h.entries, 0)}
          unclassified={data.unclassified}
          ties={data.ties}
        />
      ) : null}
    </>
  );
}

interface ClosedProps {
  readonly closed: NonNullable<MonthData["closed"]>;
  readonly month: string;
  readonly timeZone: string;
}

async function Closed({ closed, month, timeZone }: ClosedProps) {
  const [t, format] = await Promise.all([getTranslations("months"), getFormatter()]);
  const date = format.dateTime(new Date(closed.at), { dateStyle: "long", timeZone });
  return (
    <>
      <Callout
        tone="good"
        title={closed.by ? t("one.closedTitle", { date, name: closed.by }) : t("one.closedBySomebody", { date })}
      >
        <p className="break-all">{t("one.closedText", { digest: closed.digest })}</p>
        {closed.note ? <p className="mt-1">{t("one.closedNote", { note: closed.note })}</p> : null}
        {closed.changes.length === 0 ? <p className="mt-1">{t("one.nothingLater")}</p> : null}
      </Callout>
      {closed.changes.length > 0 ? (
        <Sums
          title={t("one.changes")}
          note={t("one.changesNote")}
          rows={closed.changes}
          list="month-changes"
          month={month}
        />
      ) : null}
    </>
  );
}

interface SumsProps {
  readonly title: string;
  readonly note: string;
  readonly list: "month-held" | "month-changes";
  readonly month: string;
  readonly rows: readonly {
    readonly currency: string;
    readonly component: string;
    readonly entries?: number;
    readonly billed: string;
    readonly effective: string;
  }[];
}

async function Sums({ title, note, rows, list, month }: SumsProps) {
  const [t, ledger, format] = await Promise.all([getTranslations("months"), getTranslations("ledger"), getFormatter()]);
  const counted = rows.some((r) => r.entries !== undefined);
  return (
    <Section title={title} note={note}>
      <Table stacked label={title}>
        <thead>
          <tr>
            <Th>{ledger("list.component")}</Th>
            <Th numeric>{ledger("basis.billedShort")}</Th>
            <Th numeric>{ledger("basis.effectiveShort")}</Th>
            {counted ? <Th numeric>{t("entries")}</Th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((r) => (
            <tr key={`${r.currency} ${r.component}`}>
              <Td line>{ledger(`component.${r.component}`)}</Td>
              <Td numeric label={ledger("basis.billedShort")}>
                <Money amount={r.billed} currency={r.currency} />
              </Td>
              <Td numeric label={ledger("basis.effectiveShort")}>
                <Money amount={r.effective} currency={r.currency} />
              </Td>
              {counted ? (
                <Td numeric label={t("entries")}>
                  {format.number(r.entries ?? 0)}
                </Td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </Table>
      <ListExport list={list} filter={{ month }} />
    </Section>
  );
}
