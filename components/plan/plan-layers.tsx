import { getTranslations } from "next-intl/server";
import { fieldId } from "@/components/brief/field-id";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/disclosure";
import Link from "@/components/ui/link";
import { Table, Td, Th } from "@/components/ui/table";
import { briefAnswers } from "@/lib/boundary/brief-answers";
import { LAYERS, type LayerItem, type LayerPlace, layersOf } from "@/lib/boundary/layers";
import { fieldAt } from "@/lib/brief/fields";
import type { PlanView } from "./plan-view";

const TONES = { settled: "good", open: "warn", "not-applicable": "neutral" } as const;

export function layersOfPlan({ plan, briefContent }: PlanView): readonly LayerItem[] {
  const verdict = briefAnswers(briefContent).estimate?.verdict;
  return layersOf({ brief: briefContent, plan, fits: verdict === undefined ? null : verdict === "fits" });
}

/** The six layers item by item, folded on the page and open on paper. */
export async function LayersList({ plan, unfolded }: { plan: PlanView; unfolded: boolean }) {
  const t = await getTranslations("boundary.layers");
  const items = layersOfPlan(plan);
  return (
    <div className="flex flex-col gap-2 in-[.paper]:grid in-[.paper]:gap-3 sm:in-[.paper]:grid-cols-2">
      {LAYERS.map((layer) => {
        const own = items.filter((i) => i.layer === layer);
        const open = own.filter((i) => i.state === "open").length;
        return (
          // A box that fits a sheet is not torn by its end.
          <div key={layer} className="keep-whole min-w-0">
            <Disclosure
              open={unfolded}
              summary={
                <span className="flex flex-wrap items-baseline gap-x-3">
                  {t(`names.${layer}`)}
                  <span className="font-normal text-muted">{t("openCount", { count: open, all: own.length })}</span>
                </span>
              }
            >
              <Items items={own} brief={plan.brief.number} label={t(`names.${layer}`)} />
            </Disclosure>
          </div>
        );
      })}
    </div>
  );
}

async function Items({ items, brief, label }: { items: readonly LayerItem[]; brief: number; label: string }) {
  const t = await getTranslations("boundary.layers");
  return (
    <Table label={label}>
      <thead>
        <tr>
          <Th>{t("item")}</Th>
          <Th>{t("state")}</Th>
          <Th>{t("where")}</Th>
        </tr>
      </thead>
      <tbody>
        {items.map((i) => (
          <tr key={i.id}>
            <Td>{t(`items.${i.id}`)}</Td>
            <Td>
              <Badge tone={TONES[i.state]}>{t(`states.${i.state}`)}</Badge>
            </Td>
            <Td>
              <Where where={i.where} brief={brief} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

async function Where({ where, brief }: { where: LayerPlace; brief: number }) {
  const t = await getTranslations();
  if (where.kind !== "brief") return <>{t(`boundary.layers.places.${where.kind}`)}</>;
  return (
    <Link
      className="text-accent underline underline-offset-2"
      href={`/briefs/BRF-${brief}/edit#${fieldId(where.field)}`}
    >
      {t(fieldAt(where.field).labelKey)}
    </Link>
  );
}
