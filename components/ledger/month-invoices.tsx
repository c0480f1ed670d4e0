import { getTranslations } from "next-intl/server";
import { ListExport } from "@/components/shell/list-export";
import { PutBackList } from "@/components/shell/put-back-list";
import { Badge } from "@/components/ui/badge";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { restateInvoiceTotal } from "@/lib/ledger/server/actions";
import { Money } from "./money";
import type { MonthData } from "./month-types";

type Line = MonthData["lines"][number];

const SUMS = [
  { name: "charges", words: "charges" },
  { name: "credits", words: "credits" },
  { name: "taxAndRounding", words: "tax" },
  { name: "ours", words: "ours" },
] as const;

/** Invoices held against the ledger, with the statements and what bills left out. */
export async function MonthInvoices({
  month,
  lines,
  keptOut,
  takenBack,
  canWrite,
}: Pick<MonthData, "month" | "lines" | "keptOut" | "takenBack" | "canWrite">) {
  const t = await getTranslations("months.invoices");
  return (
    <Section title={t("title")} note={t("note")}>
      {lines.length === 0 ? <p className="text-muted">{t("none")}</p> : <Lines lines={lines} month={month} />}
      <Statements lines={lines} month={month} />
      <TakenBack takenBack={takenBack} canWrite={canWrite} />
      <KeptOut keptOut={keptOut} />
    </Section>
  );
}

interface LinesProps {
  readonly lines: readonly Line[];
  readonly month: string;
}

async function Lines({ lines, month }: LinesProps) {
  const t = await getTranslations("months.invoices");
  return (
    <>
      <Table stacked label={t("title")}>
        <thead>
          <tr>
            <Th>{t("issuer")}</Th>
            {(["charges", "credits", "tax", "ours", "stated", "difference"] as const).map((name) => (
              <Th numeric key={name}>
                {t(name)}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.issuer} ${line.currency}`}>
              <Td line className="font-medium sm:font-normal">
                {line.issuer || <span className="text-muted">{t("noIssuer")}</span>}
              </Td>
              {SUMS.map(({ name, words }) => (
                <Td numeric key={name} label={t(words)}>
                  <Money amount={line[name]} currency={line.currency} />
                </Td>
              ))}
              <Td numeric label={t("stated")}>
                {line.stated === null ? (
                  <span className="text-muted">{t("notStated")}</span>
                ) : (
                  <Money amount={line.stated} currency={line.currency} />
                )}
              </Td>
              <Td numeric label={t("difference")}>
                <Difference line={line} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <ListExport list="month-invoices" filter={{ month }} />
    </>
  );
}

async function Difference({ line }: { line: Line }) {
  const t = await getTranslations("months.invoices");
  if (line.difference === null) return <span aria-hidden="true">–</span>;
  if (/^-?0*(\.0*)?$/.test(line.difference)) return <Badge tone="good">{t("ties")}</Badge>;
  return (
    <>
      <Money amount={line.difference} currency={line.currency} />
      <span className="block text-[0.8125rem] text-warn">
        {t(line.difference.startsWith("-") ? "asksLess" : "asksMore")}
      </span>
    </>
  );
}

async function Statements({ lines, month }: LinesProps) {
  const t = await getTranslations("months.invoices");
  const stated = lines.flatMap((line) => line.invoices);
  if (stated.length === 0) return null;
  return (
    <div className="mt-5">
      <h3 className="mb-2 text-sm font-semibold">{t("statements")}</h3>
      <Table stacked label={t("statements")}>
        <thead>
          <tr>
            <Th>{t("issuer")}</Th>
            <Th>{t("invoice")}</Th>
            <Th numeric>{t("amount")}</Th>
            <Th>{t("source")}</Th>
          </tr>
        </thead>
        <tbody>
          {stated.map((s) => (
            <tr key={`${s.issuer} ${s.currency} ${s.invoiceId}`}>
              <Td line>{s.issuer || t("noIssuer")}</Td>
              <Td label={t("invoice")}>{s.invoiceId || "–"}</Td>
              <Td numeric>
                <Money amount={s.amount ?? "0"} currency={s.currency} />
              </Td>
              <Td line className="min-w-40 break-words">
                {s.source}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <ListExport list="month-statements" filter={{ month }} />
    </div>
  );
}

/** Statements taken back: to be put back by whoever may, to be read by everybody. */
async function TakenBack({ takenBack, canWrite }: Pick<MonthData, "takenBack" | "canWrite">) {
  const t = await getTranslations("months.invoices");
  const lines = takenBack.map(({ id, issuer, invoiceId, currency, amount }) => {
    const name = [issuer || t("noIssuer"), invoiceId].filter((part) => part !== "").join(" ");
    return {
      id,
      name,
      says: (
        <>
          {name}: <Money amount={amount} currency={currency} />
        </>
      ),
      run: canWrite ? restateInvoiceTotal.bind(null, { id }) : null,
    };
  });
  if (lines.length === 0) return null;
  return (
    <div className="mt-5">
      <PutBackList lines={lines} title={t("takenBack")} {...(canWrite ? {} : { note: t("takenBackNote") })} />
    </div>
  );
}

async function KeptOut({ keptOut }: Pick<MonthData, "keptOut">) {
  const [t, ledger, format] = await Promise.all([
    getTranslations("months.invoices"),
    getTranslations("ledger"),
    getFormatter(),
  ]);
  if (keptOut.length === 0) return null;
  return (
    <div className="mt-5">
      <h3 className="text-sm font-semibold">{t("keptOut")}</h3>
      <p className="mb-2 text-[0.8125rem] text-muted">{t("keptOutNote")}</p>
      <ul className="flex flex-col gap-1 text-sm">
        {keptOut.map((bill) => (
          <li key={bill.bill} className="flex flex-wrap gap-x-3">
            <Link
              className="tabular text-accent underline underline-offset-2"
              href={`/ledger/import/BILL-${bill.bill}`}
            >
              {`BILL-${bill.bill}`}
            </Link>
            <span className="wrap-anywhere text-muted">{bill.fileName}</span>
            {bill.piles.map((p) => (
              <span key={p.pile} className="tabular">
                {`${ledger(`pile.${p.pile}`)}: ${format.number(p.rows)}`}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
