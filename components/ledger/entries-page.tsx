import Link from "next/link";
import { getFormatter, getTranslations } from "next-intl/server";
import { Badge } from "@/components/ui/badge";
import { LinkButton } from "@/components/ui/button";
import { EmptyState, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { EntryFilters, type FilterValues } from "./entry-filters";
import { Money } from "./money";
import { Period } from "./period";
import { Views } from "./views";

interface EntryLine {
  readonly month: string;
  readonly id: string;
  readonly component: string;
  readonly kind: string;
  readonly billed: string;
  readonly effective: string;
  readonly currency: string;
  readonly start: string;
  readonly end: string;
  readonly resource: string | null;
  readonly what: string | null;
  readonly brief: number | null;
  readonly bill: number | null;
  readonly reversal: boolean;
  readonly reversed: boolean;
}

interface EntriesProps {
  readonly lines: readonly EntryLine[];
  readonly next: string | null;
  readonly count: number;
  readonly totals: readonly { readonly currency: string; readonly billed: string; readonly effective: string }[];
  readonly briefs: readonly { readonly number: number; readonly title: string }[];
  readonly bills: readonly { readonly number: number; readonly fileName: string }[];
  readonly timeZone: string;
  readonly views: readonly {
    readonly id: string;
    readonly name: string;
    readonly query: string;
    readonly mine: boolean;
  }[];
  readonly canWrite: boolean;
  readonly address: FilterValues & { readonly after: string | null };
}

/** The address of a list with these filters. */
function addressOf(filters: FilterValues, after?: string): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({
    month: filters.month,
    component: filters.component,
    brief: filters.brief,
    import: filters.bill,
    q: filters.q,
    by: filters.group?.by,
    is: filters.group?.value,
    after,
  })) {
    if (value) params.set(name, value);
  }
  const text = params.toString();
  return text ? `/ledger?${text}` : "/ledger";
}

const EXPORTS = ["focus-1_2", "focus-1_4", "csv"] as const;

/** The same entries as a file: all of them, not only the page. */
function exportOf(filters: FilterValues, as: string): string {
  const list = addressOf(filters).split("?")[1];
  return `/api/ledger/export?as=${as.replace("_", ".")}${list ? `&${list}` : ""}`;
}

export async function EntriesPage(props: EntriesProps) {
  const { lines, address, timeZone } = props;
  const t = await getTranslations("ledger");
  const filtered = Boolean(
    address.month || address.component || address.brief || address.bill || address.q || address.group,
  );
  const actions = props.canWrite ? (
    <>
      <LinkButton tone="primary" href="/ledger/import">
        {t("list.import")}
      </LinkButton>
      <LinkButton href="/ledger/manual">{t("list.manual")}</LinkButton>
      <LinkButton href="/ledger/months">{t("list.months")}</LinkButton>
      <LinkButton href="/ledger/budgets">{t("list.budgets")}</LinkButton>
      <LinkButton href="/ledger/rates">{t("list.rates")}</LinkButton>
    </>
  ) : (
    <>
      <LinkButton href="/ledger/import">{t("import.history")}</LinkButton>
      <LinkButton href="/ledger/months">{t("list.months")}</LinkButton>
      <LinkButton href="/ledger/budgets">{t("list.budgets")}</LinkButton>
      <LinkButton href="/ledger/rates">{t("list.rates")}</LinkButton>
    </>
  );
  if (lines.length === 0 && !filtered && address.after === null) {
    return (
      <>
        <PageHeader title={t("list.title")} note={t("list.note")} />
        <EmptyState title={t("list.empty")} action={actions}>
          {t("list.emptyText")}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title={t("list.title")} note={t("list.note")} actions={actions} />
      <EntryFilters values={address} briefs={props.briefs} bills={props.bills} filtered={filtered} />
      <Views page="ledger" views={props.views} />
      <Totals totals={props.totals} count={props.count} />
      <Section note={undefined}>
        <p className="mb-2 text-[0.8125rem] text-muted">{t("list.zone", { zone: timeZone })}</p>
        {lines.length === 0 ? (
          <p className="text-muted">{t("list.nothing")}</p>
        ) : (
          <EntryTable lines={lines} timeZone={timeZone} />
        )}
        <p className="no-print mt-4 text-sm text-muted">
          {t("list.export")}{" "}
          {EXPORTS.map((as) => (
            <a
              key={as}
              className="mr-3 inline-block min-h-6 text-accent underline underline-offset-2"
              href={exportOf(address, as)}
            >
              {t(`list.exports.${as}`)}
            </a>
          ))}
        </p>
        <div className="no-print mt-4 flex flex-wrap gap-2">
          {address.after ? <LinkButton href={addressOf(address)}>{t("list.first")}</LinkButton> : null}
          {props.next ? <LinkButton href={addressOf(address, props.next)}>{t("list.more")}</LinkButton> : null}
        </div>
      </Section>
    </>
  );
}

async function Totals({ totals, count }: Pick<EntriesProps, "totals" | "count">) {
  const t = await getTranslations("ledger");
  return (
    <Section title={t("list.totals")} note={`${t("list.count", { count })}. ${t("list.totalsNote")}`}>
      <Table label={t("list.totals")} className="!w-auto">
        <thead>
          <tr>
            <Th>{t("list.currency")}</Th>
            <Th numeric>{t("basis.billedShort")}</Th>
            <Th numeric>{t("basis.effectiveShort")}</Th>
          </tr>
        </thead>
        <tbody>
          {totals.map((s) => (
            <tr key={s.currency}>
              <Td>{s.currency}</Td>
              <Td numeric>
                <Money amount={s.billed} />
              </Td>
              <Td numeric>
                <Money amount={s.effective} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

async function EntryTable({ lines, timeZone }: { lines: readonly EntryLine[]; timeZone: string }) {
  const [t, format] = await Promise.all([getTranslations("ledger"), getFormatter()]);
  return (
    <Table label={t("list.title")}>
      <thead>
        <tr>
          <Th>{t("list.when")}</Th>
          <Th>{t("list.what")}</Th>
          <Th>{t("list.component")}</Th>
          <Th numeric>{t("basis.billedShort")}</Th>
          <Th numeric>{t("basis.effectiveShort")}</Th>
          <Th>{t("list.currency")}</Th>
          <Th>{t("list.brief")}</Th>
          <Th>{t("list.bill")}</Th>
        </tr>
      </thead>
      <tbody>
        {lines.map((l) => (
          <tr key={l.id}>
            <Td>
              <Period start={l.start} end={l.end} timeZone={timeZone} />
            </Td>
            <Td className="min-w-48 max-w-96 break-words">
              <Link
                href={`/ledger/entry/${l.month.slice(0, 7)}/${l.id}`}
                className="font-medium text-accent underline-offset-2 hover:underline"
              >
                {l.what ?? l.resource ?? format.dateTime(new Date(l.start), { dateStyle: "medium", timeZone })}
              </Link>
              <span className="flex flex-wrap items-center gap-2 text-[0.8125rem] text-muted">
                {l.resource}
                {l.reversal ? <Badge tone="accent">{t("list.reversal")}</Badge> : null}
                {l.reversed ? <Badge>{t("list.reversed")}</Badge> : null}
              </span>
            </Td>
            <Td>
              {t(`component.${l.component}`)}
              <span className="block text-[0.8125rem] text-muted">{t(`kind.${l.kind}`)}</span>
            </Td>
            <Td numeric>
              <Money amount={l.billed} />
            </Td>
            <Td numeric>
              <Money amount={l.effective} />
            </Td>
            <Td>{l.currency}</Td>
            <Td className="tabular whitespace-nowrap">
              {l.brief ? (
                <Link
                  className="underline-offset-2 hover:underline"
                  href={`/briefs/BRF-${l.brief}`}
                >{`BRF-${l.brief}`}</Link>
              ) : (
                "–"
              )}
            </Td>
            <Td className="tabular whitespace-nowrap">
              {l.bill ? (
                <Link className="underline-offset-2 hover:underline" href={`/ledger/import/BILL-${l.bill}`}>
                  {`BILL-${l.bill}`}
                </Link>
              ) : (
                "–"
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
