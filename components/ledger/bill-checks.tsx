import { getTranslations } from "next-intl/server";
import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { PlanView } from "./bill-types";

const SHOWN = 12;

const records = (list: readonly number[], count: number): string =>
  `${list.slice(0, SHOWN).join(", ")}${count > SHOWN ? " …" : ""}`;

/** What a check saw, in the reader's words; a defect stays as it was found, with the columns and values of the file. */
async function Says({ check }: { check: PlanView["checks"][number] }) {
  const t = await getTranslations("ledger");
  const key = `${check.holds === null ? "checkNone" : "checkHolds"}.${check.id}`;
  if (check.holds === false || !t.has(key)) return <span lang="en">{check.detail}</span>;
  return t(key);
}

/** Defects of the file, named, and what was accepted although it is not as the format demands. */
export async function BillChecks({ view }: { view: PlanView }) {
  const t = await getTranslations("ledger");
  return (
    <>
      <Section title={t("bill.checks")} note={t("bill.checksNote")}>
        <Table label={t("bill.checks")} stacked>
          <tbody>
            {view.checks.map((c) => (
              <tr key={c.id}>
                <Th scope="row" className="whitespace-nowrap align-top font-medium !text-ink">
                  <span className="tabular mr-2 text-muted">{c.id}</span>
                  {t(`check.${c.id}`)}
                </Th>
                <Td>
                  {c.holds === null ? (
                    <Badge>{t("bill.notJudged")}</Badge>
                  ) : (
                    <Badge tone={c.holds ? "good" : "warn"}>{t(c.holds ? "bill.holds" : "bill.fails")}</Badge>
                  )}
                </Td>
                <Td line className="min-w-64">
                  <Says check={c} />
                  {c.count > 0 && c.records.length > 0 ? (
                    <span className="tabular block text-[0.8125rem] text-muted">
                      {t("bill.checkRows", { count: c.count, records: records(c.records, c.count) })}
                    </span>
                  ) : null}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Section>
      <Section title={t("bill.warnings")}>
        {view.warnings.length === 0 ? (
          <p className="text-muted">{t("bill.noWarnings")}</p>
        ) : (
          <ul className="flex flex-col gap-2 text-sm">
            {view.warnings.map((w) => (
              <li key={`${w.code}${w.field ?? ""}`}>
                {t(`warning.${w.code}`)}
                <span className="tabular block text-[0.8125rem] text-muted">
                  {w.field ? `${w.field} · ` : ""}
                  {t("bill.checkRows", { count: w.count, records: records(w.records, w.count) })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}
