import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/components/ui/button";
import { Callout, EmptyState, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { EntryLine } from "@/lib/ledger/entry-line";
import { MOST_KEPT } from "@/lib/ledger/view-query";
import { EntryFilters, type FilterValues } from "./entry-filters";
import { EntryList } from "./entry-list";
import { Money } from "./money";
import { Views } from "./views";

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
  readonly removedViews: readonly { readonly id: string; readonly name: string }[];
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

/** Whether a filter was as long as is read of one: what follows in the address was left out. */
const cutAt = ({ q, group }: FilterValues): boolean =>
  [q, group?.value].some((value) => (value?.length ?? 0) >= MOST_KEPT);

const EXPORTS = ["focus-1_2", "focus-1_4", "csv", "xlsx"] as const;

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
      {cutAt(address) ? <Callout tone="warn">{t("list.cut", { most: MOST_KEPT })}</Callout> : null}
      <Views page="ledger" views={props.views} removed={props.removedViews} />
      <Totals totals={props.totals} count={props.count} />
      <Section note={undefined}>
        <p className="mb-2 text-[0.8125rem] text-muted">{t("list.zone", { zone: timeZone })}</p>
        {lines.length === 0 ? (
          <p className="text-muted">{t("list.nothing")}</p>
        ) : (
          <EntryList
            key={JSON.stringify(address)}
            query={addressOf(address).split("?")[1] ?? ""}
            first={{ lines, next: props.next }}
            timeZone={timeZone}
          />
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
          {props.next ? (
            <noscript>
              <LinkButton href={addressOf(address, props.next)}>{t("list.more")}</LinkButton>
            </noscript>
          ) : null}
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
