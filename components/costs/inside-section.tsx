import { getTranslations } from "next-intl/server";
import { Money } from "@/components/ledger/money";
import { getFormatter } from "@/components/ui/get-formatter";
import { Callout, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { InsideLine } from "@/lib/ledger/inside-total";
import type { CostsData } from "./cost-types";
import { EnergySection } from "./energy-section";

/** What explains the ratio and what stands beside it. Neither is added to anything. */
export async function Beside({ inside, reports, effort, energy }: CostsData) {
  const t = await getTranslations("costs");
  const currency = reports[0]?.currency ?? "";
  return (
    <>
      <Section title={t("inside.title")} note={t("inside.note")} className="keep">
        {inside === null || (inside.ok && inside.lines.length === 0) ? (
          <p className="text-muted">{t("inside.none")}</p>
        ) : inside.ok ? (
          <InsideTable lines={inside.lines} currency={currency} />
        ) : (
          <Callout tone="warn">{t("inside.tooMuch")}</Callout>
        )}
      </Section>
      <Section title={t("effort.title")} note={t("effort.note")} className="keep">
        {effort.personHours === "0" ? (
          <p className="text-muted">{t("effort.none")}</p>
        ) : (
          <Effort hours={effort.personHours} perThousand={effort.hoursPerThousandAccepted} />
        )}
      </Section>
      <EnergySection energy={energy} />
    </>
  );
}

async function Effort({ hours, perThousand }: { hours: string; perThousand: string | null }) {
  const [t, format] = await Promise.all([getTranslations("costs.effort"), getFormatter()]);
  const shown = (text: string): string => format.number(Number(text), { maximumFractionDigits: 3 });
  return (
    <p className="tabular">
      {t("hours", { hours: shown(hours) })}
      {perThousand === null ? null : (
        <span className="block text-muted">{t("per", { hours: shown(perThousand) })}</span>
      )}
    </p>
  );
}

async function InsideTable({ lines, currency }: { lines: readonly InsideLine[]; currency: string }) {
  const [t, format] = await Promise.all([getTranslations("costs.inside"), getFormatter()]);
  const known = (line: InsideLine): string =>
    line.by === "time"
      ? t("byTime", { hours: format.number(Number(line.gpuSeconds) / 3600, { maximumFractionDigits: 1 }) })
      : t("byCount", { count: line.count ?? 0 });
  return (
    <Table stacked label={t("title")}>
      <thead>
        <tr>
          <Th>{t("what")}</Th>
          <Th>{t("by")}</Th>
          <Th numeric>{t("cost", { currency })}</Th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.kind}>
            <Td line>{t(`kinds.${line.kind}`)}</Td>
            <Td className="min-w-44 text-muted">{known(line)}</Td>
            <Td numeric label={t("cost", { currency })}>
              <Money amount={line.cost.insideTotal} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
