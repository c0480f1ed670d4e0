import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import Link from "@/components/ui/link";
import { Td } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import type { EntryLine } from "@/lib/ledger/entry-line";
import { Money } from "./money";
import { Period } from "./period";

/** Entries as rows of their table. */
export function EntryRows({ lines, timeZone }: { lines: readonly EntryLine[]; timeZone: string }) {
  const t = useTranslations("ledger");
  const format = useFormatter();
  return (
    <>
      {lines.map((l) => (
        <tr key={l.id}>
          <Td>
            <Period start={l.start} end={l.end} timeZone={timeZone} />
          </Td>
          <Td line className="min-w-36 max-w-96 break-words xl:min-w-48">
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
          <Td
            className={
              l.brief ? "max-sm:grow max-sm:basis-[calc(100%-10rem)]" : "max-sm:grow max-sm:basis-[calc(100%-6rem)]"
            }
          >
            {t(`component.${l.component}`)}{" "}
            <span className="text-[0.8125rem] text-muted sm:block">{t(`kind.${l.kind}`)}</span>
          </Td>
          <Td numeric label={t("basis.billedShort")} className="max-sm:order-1">
            <Money amount={l.billed} />
          </Td>
          <Td numeric label={t("basis.effectiveShort")} className="max-sm:order-1">
            <Money amount={l.effective} />
          </Td>
          <Td className="max-sm:order-1">{l.currency}</Td>
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
    </>
  );
}
