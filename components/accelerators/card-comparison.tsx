import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { Table, Td, Th } from "@/components/ui/table";
import { fullMigLayouts } from "@/lib/catalog/mig-layout";
import type { Accelerator } from "@/lib/catalog/schema";

interface ComparisonProps {
  readonly cards: readonly Accelerator[];
  /** The address without one of the cards. */
  readonly without: (id: string) => string;
}

const RATES = ["fp32", "tf32", "bf16", "fp16", "fp8", "int8", "fp4"] as const;
const TONES = { high: "good", medium: "neutral", low: "warn" } as const;

/** Up to four cards side by side: every figure with its unit, what nobody stated, and where it was read. */
export async function CardComparison({ cards, without }: ComparisonProps) {
  const [t, format] = await Promise.all([getTranslations("accelerators"), getFormatter()]);
  const number = (value: number | null) => (value === null ? t("unknown") : format.number(value));
  const row = (label: string, show: (card: Accelerator) => ReactNode) => (
    <tr>
      <Th scope="row" className="min-w-40">
        {label}
      </Th>
      {cards.map((card) => (
        <Td key={card.id} className="min-w-44 tabular">
          {show(card)}
        </Td>
      ))}
    </tr>
  );
  return (
    <Table pinned label={t("compare", { count: cards.length })}>
      <thead>
        <tr>
          <Th>{t("fields.name")}</Th>
          {cards.map((card) => (
            <Th key={card.id} className="text-ink">
              {card.name}
              <Link className="block font-normal text-accent underline underline-offset-2" href={without(card.id)}>
                {t("remove")}
                <span className="sr-only"> {card.name}</span>
              </Link>
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row(t("fields.architecture"), (c) => c.architecture)}
        {row(t("fields.form"), (c) => c.formFactor)}
        {row(t("fields.sold"), (c) => `${format.number(c.memory.soldAsGb)} ${c.memory.type}`)}
        {row(t("fields.reported"), (c) => number(c.memory.reportedMib))}
        {row(t("fields.engine"), (c) => number(c.memory.engineTotalGib))}
        {row(t("fields.bandwidth"), (c) => number(c.bandwidthGbPerS))}
        {RATES.map((name) => (
          <Rate key={name} row={row(t("rate", { name: name.toUpperCase() }), (c) => number(c.denseTflops[name]))} />
        ))}
        {row(t("fields.tdp"), (c) => number(c.tdpW))}
        {row(t("fields.link"), (c) => c.link.name)}
        {row(t("fields.linkRate"), (c) => number(c.link.gbPerSPerDirection))}
        {row(t("fields.cc"), (c) => c.computeCapability)}
        {row(t("fields.perNode"), (c) => number(c.typicalGpusPerNode))}
        {row(t("fields.mig"), (c) => (
          <MigProfiles card={c} none={t("noMig")} />
        ))}
        {row(t("fields.layouts"), (c) => (
          <MigLayouts card={c} none={t("noMig")} words={(count) => t("layoutCount", { count })} />
        ))}
        {row(t("fields.confidence"), (c) => (
          <Badge tone={TONES[c.confidence]}>{t(`confidence.${c.confidence}`)}</Badge>
        ))}
        {row(t("fields.unsourced"), (c) => (c.unsourcedFields.length > 0 ? c.unsourcedFields.join(", ") : t("none")))}
        {row(t("fields.source"), (c) => c.source)}
        {row(t("fields.dated"), (c) => format.dateTime(new Date(c.dated), { dateStyle: "medium", timeZone: "UTC" }))}
      </tbody>
    </Table>
  );
}

const Rate = ({ row }: { row: ReactNode }) => row;

function MigProfiles({ card, none }: { card: Accelerator; none: string }) {
  if (card.mig === null) return none;
  return (
    <ul>
      {card.mig.map((p) => (
        <li key={p.profile}>
          {p.profile} × {p.maxCount}
        </li>
      ))}
    </ul>
  );
}

interface LayoutsProps {
  readonly card: Accelerator;
  readonly none: string;
  readonly words: (count: number) => string;
}

/** Which slices can stand on the card together; each line leaves no room for another slice. */
function MigLayouts({ card, none, words }: LayoutsProps) {
  const layouts = fullMigLayouts(card);
  if (layouts.length === 0) return none;
  return (
    <details>
      <summary>{words(layouts.length)}</summary>
      <ul>
        {layouts.map((layout) => (
          <li key={layout.join()}>{worded(layout)}</li>
        ))}
      </ul>
    </details>
  );
}

function worded(layout: readonly string[]): string {
  const names = [...new Set(layout)];
  return names
    .map((name) => {
      const count = layout.filter((l) => l === name).length;
      return count > 1 ? `${count} × ${name}` : name;
    })
    .join(" + ");
}
