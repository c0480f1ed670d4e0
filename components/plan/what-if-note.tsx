import { useTranslations } from "next-intl";
import { settingWord } from "@/components/shell/setting-word";
import Link from "@/components/ui/link";
import { Callout } from "@/components/ui/surface";
import type { BriefContent } from "@/lib/brief/schema";
import { findAccelerator } from "@/lib/catalog/accelerators";

export const WHAT_IF_NAMES = ["count", "gpu", "tensor", "data", "weights", "kv", "context"] as const;
/** A chosen what-if as its address says it; what is not stated is empty or absent. */
export type WhatIfChoice = Readonly<Partial<Record<(typeof WHAT_IF_NAMES)[number], string>>>;

const cardName = (id: string): string => findAccelerator(id)?.name ?? id;

/** What a chosen what-if changes against the brief, as pairs of words; empty when it is the brief's own way. */
export function whatIfChanges(shape: BriefContent["memoryShape"], whatIf: WhatIfChoice) {
  const own = {
    gpu: shape.acceleratorId === null ? null : cardName(shape.acceleratorId),
    tensor: String(shape.tensorParallel ?? 1),
    data: String(shape.dataParallel ?? 1),
    weights: shape.weightFormat ?? "auto",
    kv: shape.kvCacheDtype ?? "auto",
    context: shape.maxModelLenTokens === null ? null : String(shape.maxModelLenTokens),
  } as const;
  return (Object.keys(own) as (keyof typeof own)[]).flatMap((name) => {
    const asked = name === "gpu" && whatIf.gpu ? cardName(whatIf.gpu) : whatIf[name];
    return !asked || asked === own[name] ? [] : [{ name, own: asked, brief: own[name] }];
  });
}

/** A plan stands on its brief: where the chosen way is another one, it says so before anything is saved. */
export function WhatIfNote({
  brief,
  whatIf,
}: {
  brief: { readonly number: number; readonly content: BriefContent };
  whatIf: WhatIfChoice;
}) {
  const t = useTranslations("plan.whatIf");
  const all = useTranslations();
  const said = (name: string, value: string) =>
    name === "weights"
      ? settingWord(all, "weightFormat", value)
      : name === "kv"
        ? settingWord(all, "kvCacheDtype", value)
        : value;
  const changes = whatIfChanges(brief.content.memoryShape, whatIf);
  if (changes.length === 0) return null;
  return (
    <Callout tone="warn" title={t("title")}>
      <ul className="list-disc pl-5">
        {changes.map((c) => (
          <li key={c.name}>
            {t("one", {
              what: t(`fields.${c.name}`),
              own: said(c.name, c.own),
              brief: c.brief === null ? t("unstated") : said(c.name, c.brief),
            })}
          </li>
        ))}
      </ul>
      <p className="mt-1">
        {t("text")}{" "}
        <Link className="text-accent underline underline-offset-2" href={`/briefs/BRF-${brief.number}/edit`}>
          {t("link")}
        </Link>
      </p>
    </Callout>
  );
}
