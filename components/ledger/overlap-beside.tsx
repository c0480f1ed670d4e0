"use client";
import { useTranslations } from "next-intl";
import Link from "@/components/ui/link";
import { Callout } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import type { Overlap } from "@/lib/ledger/overlap";

interface OverlapProps {
  /** Words of the refusal. */
  readonly error: string;
  readonly existing: Overlap;
  /** As it was typed. */
  readonly own: {
    readonly description: string;
    readonly resource: string;
    readonly from: string;
    readonly until: string;
    readonly amount: string;
    readonly currency: string;
  };
  readonly timeZone: string;
}

/** A refused entry beside the one that claims its time already. */
export function OverlapBeside({ error, existing, own, timeZone }: OverlapProps) {
  const t = useTranslations("ledger");
  const format = useFormatter();
  const day = (instant: string) =>
    format.dateTime(new Date(instant), { dateStyle: "medium", timeStyle: "short", timeZone });
  const rows = [
    { key: "description", name: t("manual.description"), own: own.description, other: existing.description ?? "–" },
    { key: "resource", name: t("manual.resource"), own: own.resource, other: existing.resource },
    { key: "from", name: t("manual.from"), own: own.from, other: day(existing.start) },
    { key: "until", name: t("manual.until"), own: own.until, other: day(existing.end) },
    {
      key: "amount",
      name: t("manual.amount"),
      own: `${own.amount}\u00a0${own.currency}`,
      other: `${existing.amount}\u00a0${existing.currency}`,
    },
    { key: "source", name: t("overlap.from"), own: t("overlap.typed"), other: existing.file ?? t("overlap.typed") },
  ];
  return (
    <Callout tone="bad" title={error} live>
      <Table label={t("overlap.title")}>
        <thead>
          <tr>
            <Th>{t("overlap.what")}</Th>
            <Th>{t("overlap.own")}</Th>
            <Th>{t("overlap.other")}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <Td className="text-muted">{row.name}</Td>
              <Td className="tabular break-words">{row.own}</Td>
              <Td className="tabular break-words">{row.other}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="mt-2">
        <Link
          className="font-medium underline underline-offset-2"
          href={`/ledger/entry/${existing.month.slice(0, 7)}/${existing.id}`}
        >
          {t("overlap.open")}
        </Link>
      </p>
    </Callout>
  );
}
