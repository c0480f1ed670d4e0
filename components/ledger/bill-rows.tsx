import { getTranslations } from "next-intl/server";
import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { PileName } from "@/lib/ledger/schema";
import { pileTone } from "./bill-piles";
import type { BillRowView, PlanView } from "./bill-types";
import { Money } from "./money";
import { Period } from "./period";

/** The first rows of the chosen pile, each with what it became or why it is not counted. */
export async function BillRows({ view, pile, timeZone }: { view: PlanView; pile: PileName; timeZone: string }) {
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
                <Td line className="min-w-64 max-w-96 break-words">
                  <span className="line-clamp-3">{r.what ?? "–"}</span>
                  {r.resource ? <span className="block text-[0.8125rem] text-muted">{r.resource}</span> : null}
                </Td>
                <Td line className="min-w-56">
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
