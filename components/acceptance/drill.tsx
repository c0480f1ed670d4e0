import { useTranslations } from "next-intl";
import { DrawnWhenOpened } from "@/components/ui/drawn-when-opened";
import { Facts, Section } from "@/components/ui/surface";
import type { Drill } from "@/lib/acceptance/schema";
import { DrillForm } from "./drill-form";
import { EvidenceLinks } from "./evidence-links";
import type { CardEdit } from "./use-card";
import { useReviewWords } from "./words";

export function DrillSection({
  drill,
  edit,
  labels,
  today,
}: {
  drill: Drill | null;
  edit: CardEdit | null;
  labels: Readonly<Record<string, string>>;
  today: string;
}) {
  const t = useTranslations();
  const words = useReviewWords();
  const minutes = (n: number | null) => (n === null ? "–" : words.number(n));
  const word = (key: string) => t(`acceptance.drill.${key}`);
  return (
    <Section id="drill" title={t("acceptance.drill.title")}>
      <div className="flex flex-col gap-4">
        {drill ? (
          <>
            <Facts
              items={[
                { label: word("at"), value: words.when(drill.at) },
                { label: word("result"), value: t(`acceptance.drillResults.${drill.result}`) },
                { label: word("interrupted"), value: drill.interrupted || "–" },
                { label: word("checkpointAgeMinutes"), value: minutes(drill.checkpointAgeMinutes) },
                { label: word("workLostMinutes"), value: minutes(drill.workLostMinutes) },
                { label: word("resumeMinutes"), value: minutes(drill.resumeMinutes) },
                { label: word("retriedBy"), value: drill.retriedBy || "–" },
              ]}
            />
            <EvidenceLinks ids={drill.evidenceIds} labels={labels} />
          </>
        ) : (
          <p className="text-muted">{t("review.drill.none")}</p>
        )}
        {edit ? (
          <div className="no-print">
            <DrawnWhenOpened summary={t("review.drill.write")}>
              <DrillForm edit={edit} today={today} />
            </DrawnWhenOpened>
          </div>
        ) : null}
      </div>
    </Section>
  );
}
