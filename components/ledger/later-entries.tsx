import { getTranslations } from "next-intl/server";
import { ListExport } from "@/components/shell/list-export";
import { Badge } from "@/components/ui/badge";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { Money } from "./money";
import type { MonthData } from "./month-types";

interface LaterProps {
  readonly later: NonNullable<MonthData["closed"]>["later"];
  readonly month: string;
  readonly timeZone: string;
}

/** The entries themselves that came into a closed month, the latest first. */
export async function LaterEntries({ later, month, timeZone }: LaterProps) {
  const [t, ledger, format] = await Promise.all([getTranslations("months"), getTranslations("ledger"), getFormatter()]);
  return (
    <Section title={t("one.entries")} note={t("one.entriesNote", { count: later.length })}>
      <Table stacked label={t("one.entries")}>
        <thead>
          <tr>
            <Th>{t("one.written")}</Th>
            <Th>{ledger("list.what")}</Th>
            <Th>{ledger("list.component")}</Th>
            <Th numeric>{ledger("basis.billedShort")}</Th>
          </tr>
        </thead>
        <tbody>
          {later.map((e) => (
            <tr key={e.id}>
              <Td className="whitespace-nowrap">
                {format.dateTime(new Date(e.writtenAt), { dateStyle: "medium", timeStyle: "short", timeZone })}
              </Td>
              <Td line className="min-w-40 break-words">
                <Link
                  className="font-medium text-accent underline-offset-2 hover:underline"
                  href={`/ledger/entry/${e.partition}/${e.id}`}
                >
                  {e.what ?? e.id.slice(0, 8)}
                </Link>{" "}
                {e.reversal ? <Badge tone="accent">{ledger("list.reversal")}</Badge> : null}
              </Td>
              <Td>{ledger(`component.${e.component}`)}</Td>
              <Td numeric>
                <Money amount={e.billed} currency={e.currency} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <ListExport list="month-later" filter={{ month }} />
    </Section>
  );
}
