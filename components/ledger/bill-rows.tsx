import { getTranslations } from "next-intl/server";
import { ListExport } from "@/components/shell/list-export";
import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { READ_AT_ONCE } from "@/lib/ledger/read-at-once";
import type { PileName } from "@/lib/ledger/schema";
import { pileTone } from "./bill-piles";
import type { BillHead, BillRowView, PlanView } from "./bill-types";
import { Money } from "./money";
import { Period } from "./period";

/** What the file of rows holds: all, those that a plan kept, or of a recorded bill its entries and what was kept of the others. */
function holds({ state, size }: RowsProps["bill"], { piles }: PlanView): "all" | "kept" | "entries" {
  const cut = piles.filter((p) => p.rows > p.shown.length).map((p) => p.pile);
  if (state === "committed") return cut.some((pile) => pile !== "new" && pile !== "unclassified") ? "entries" : "all";
  return cut.length > 0 && size > READ_AT_ONCE ? "kept" : "all";
}

interface RowsProps {
  readonly bill: Pick<BillHead, "number" | "state" | "size">;
  readonly view: PlanView;
  readonly basis: "effective" | "billed";
  readonly pile: PileName;
  readonly timeZone: string;
}

/** The first rows of the chosen pile, each with what it became or why it is not counted; all piles leave as a file. */
export async function BillRows({ bill, view, basis, pile, timeZone }: RowsProps) {
  const t = await getTranslations("ledger");
  const chosen = view.piles.find((p) => p.pile === pile);
  const rows = chosen?.shown ?? [];
  return (
    <Section
      title={
        <span className="flex flex-wrap items-center gap-2">
          {t("bill.show")} <Badge tone={pileTone(pile)}>{t(`pile.${pile}`)}</Badge>
        </span>
      }
      note={rows.length > 0 ? t("bill.shown", { shown: rows.length, rows: chosen?.rows ?? 0 }) : undefined}
    >
      {rows.length === 0 ? (
        <p className="text-muted">{t("bill.noneIn")}</p>
      ) : (
        <Table stacked label={t("bill.show")}>
          <thead>
            <tr>
              <Th numeric>{t("bill.record")}</Th>
              <Th>{t("list.what")}</Th>
              <Th>{t("bill.why")}</Th>
              <Th>{t("list.when")}</Th>
              <Th numeric>{t("basis.billedShort")}</Th>
              <Th numeric>{t("basis.effectiveShort")}</Th>
              <Th>{t("list.currency")}</Th>
            </tr>
          </thead>
          <tbody>
            {rows.map((r) => (
              <tr key={r.record}>
                <Td numeric label={t("bill.record")}>
                  {r.record}
                </Td>
                <Td line className="min-w-40 max-w-96 break-words xl:min-w-64">
                  <span className="line-clamp-3">{r.what ?? "–"}</span>
                  {r.resource ? <span className="block text-[0.8125rem] text-muted">{r.resource}</span> : null}
                </Td>
                <Td line className="min-w-40 xl:min-w-56">
                  <Why row={r} />
                </Td>
                <Td>{r.start && r.end ? <Period start={r.start} end={r.end} timeZone={timeZone} /> : "–"}</Td>
                <Td numeric label={t("basis.billedShort")}>
                  {r.billed === null ? "–" : <Money amount={r.billed} />}
                </Td>
                <Td numeric label={t("basis.effectiveShort")}>
                  {r.effective === null ? "–" : <Money amount={r.effective} />}
                </Td>
                <Td>{r.currency ?? "–"}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {view.rows > 0 ? (
        <ListExport
          list="bill-rows"
          filter={{ bill: `BILL-${bill.number}`, basis }}
          holds={t(`bill.fileHolds.${holds(bill, view)}`)}
        />
      ) : null}
    </Section>
  );
}

async function Why({ row }: { row: BillRowView }) {
  const t = await getTranslations("ledger");
  if (row.reason !== null) {
    return (
      <>
        {t(`reason.${row.reason}`)}
        {row.field ? (
          <span className="block text-[0.8125rem] text-muted">{t("bill.field", { field: row.field })}</span>
        ) : null}
      </>
    );
  }
  return (
    <>
      {row.component ? t(`component.${row.component}`) : "–"}
      <span className="block text-[0.8125rem] text-muted">{row.rule ? t(`rule.${row.rule}`) : ""}</span>
    </>
  );
}
