import { getTranslations } from "next-intl/server";
import { Money } from "@/components/ledger/money";
import { classes } from "@/components/ui/classes";
import Link from "@/components/ui/link";
import { Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { COMPONENTS } from "@/lib/ledger/components";
import type { GroupReport, GroupRow } from "@/lib/ledger/group-report";
import { DEFAULT_TAG, GROUPS, isEntryGroup } from "@/lib/ledger/groups";
import type { CostsData } from "./cost-types";
import { costsAddress } from "./costs-address";

/** What the costs are grouped by; the address keeps it. */
export async function GroupNav(data: CostsData) {
  const t = await getTranslations("costs.groups");
  return (
    <nav aria-label={t("by")} className="no-print flex flex-wrap items-center gap-1.5">
      <span className="mr-1 text-sm text-muted">{t("by")}</span>
      {GROUPS.map((by) => (
        <Link
          key={by}
          href={costsAddress(data, { by })}
          scroll={false}
          aria-current={by === data.by ? "true" : undefined}
          className={classes(
            "inline-flex items-center rounded-md border px-2.5 py-1 text-[0.8125rem] pointer-coarse:min-h-11",
            by === data.by
              ? "border-accent bg-accent-soft font-medium text-accent forced-colors:border-2 forced-colors:underline"
              : "border-control",
          )}
        >
          {t(`name.${by}`)}
        </Link>
      ))}
    </nav>
  );
}

/** Costs by the values of a group: they sum to the total, with what says no value as a row of its own. */
export async function GroupCosts(data: CostsData & { readonly groups: readonly GroupReport[] }) {
  const t = await getTranslations("costs.groups");
  const note = data.by === "team" || data.by === "stage" ? t("tagNote", { key: DEFAULT_TAG[data.by] }) : undefined;
  return (
    <Section title={t(`title.${data.by}`)} note={note ?? t(`note.${data.by}`)} className="keep">
      {data.groups.map((report) => (
        <GroupTable key={report.currency} data={data} report={report} />
      ))}
    </Section>
  );
}

async function GroupTable({ data, report }: { data: CostsData; report: GroupReport }) {
  const [t, costs, ledger] = await Promise.all([
    getTranslations("costs.groups"),
    getTranslations("costs.table"),
    getTranslations("ledger.component"),
  ]);
  const { currency } = report;
  const shown = COMPONENTS.filter((c) => report.totals.components[c] !== "0");
  return (
    <Table label={`${t(`title.${data.by}`)} (${currency})`} stacked>
      <thead>
        <tr>
          <Th>{t(`name.${data.by}`)}</Th>
          <Th numeric>{costs("amount", { currency })}</Th>
          <Th numeric>{costs("share")}</Th>
          {shown.map((c) => (
            <Th key={c} numeric>
              {ledger(c)}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...report.rows, { value: null, totals: report.totals, sharePct: "100.0", sum: true }].map((row) => (
          <tr key={`${"sum" in row} ${row.value}`} className={"sum" in row ? "font-medium" : undefined}>
            <Td line className="min-w-36 break-words">
              {"sum" in row ? costs("sum") : <Value data={data} row={row} none={t("none")} />}
            </Td>
            <Td numeric label={costs("amount", { currency })}>
              <Money amount={row.totals.net} />
            </Td>
            <Td numeric label={costs("share")}>
              {row.sharePct === null || report.totals.net === "0" ? (
                "–"
              ) : (
                <>
                  <Money amount={row.sharePct} digits={1} />
                  {"\u00a0%"}
                </>
              )}
            </Td>
            {shown.map((c) => (
              <Td key={c} numeric label={ledger(c)}>
                <Money amount={row.totals.components[c]} />
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** A value leads to its entries where these say it themselves. */
function Value({ data, row, none }: { data: CostsData; row: GroupRow; none: string }) {
  const text = row.value ?? none;
  if (!isEntryGroup(data.by)) return <>{text}</>;
  const params = new URLSearchParams({ by: data.by });
  if (row.value !== null) params.set("is", row.value);
  if (data.month) params.set("month", data.month);
  if (data.brief) params.set("brief", `BRF-${data.brief.number}`);
  return (
    <Link className="text-accent underline-offset-2 hover:underline" href={`/ledger?${params}`}>
      {text}
    </Link>
  );
}
