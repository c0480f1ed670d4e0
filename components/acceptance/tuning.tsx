import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { DrawnWhenOpened } from "@/components/ui/drawn-when-opened";
import { Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { Card } from "@/lib/acceptance/schema";
import { gainOf } from "@/lib/acceptance/tuning";
import { BottleneckForm, RemovedForm } from "./bottleneck-form";
import { OptimisationForm } from "./optimisation-form";
import type { CardEdit } from "./use-card";
import { useReviewWords } from "./words";

/** Optimisations one at a time, and what held the work up: both only grow. */
export function Tuning({ card, edit }: { card: Card; edit: CardEdit | null }) {
  const t = useTranslations("review.tuning");
  return (
    <Section id="tuning" title={t("title")} note={t("note")}>
      <div className="flex flex-col gap-5">
        <div className="flex flex-col gap-3">
          <h3 className="font-semibold">{t("optimisations")}</h3>
          {card.optimisations.length === 0 ? <p className="text-muted">{t("noOptimisations")}</p> : null}
          <Optimisations list={card.optimisations} />
          {edit ? (
            <div className="no-print">
              <DrawnWhenOpened summary={t("addOptimisation")}>
                <OptimisationForm key={card.optimisations.length} edit={edit} />
              </DrawnWhenOpened>
            </div>
          ) : null}
        </div>
        <div className="flex flex-col gap-3">
          <h3 className="font-semibold">{t("bottlenecks")}</h3>
          {card.bottlenecks.length === 0 ? <p className="text-muted">{t("noBottlenecks")}</p> : null}
          <Bottlenecks list={card.bottlenecks} edit={edit} />
          {edit ? (
            <div className="no-print">
              <DrawnWhenOpened summary={t("addBottleneck")}>
                <BottleneckForm key={card.bottlenecks.length} edit={edit} />
              </DrawnWhenOpened>
            </div>
          ) : null}
        </div>
      </div>
    </Section>
  );
}

function Optimisations({ list }: { list: Card["optimisations"] }) {
  const t = useTranslations("review.tuning");
  const words = useReviewWords();
  if (list.length === 0) return null;
  const signed = (n: number) => `${n > 0 ? "+" : ""}${words.number(n)}`;
  return (
    <Table label={t("optimisations")}>
      <thead>
        <tr>
          <Th>{t("setting")}</Th>
          <Th numeric>{t("speedBefore")}</Th>
          <Th numeric>{t("speedAfter")}</Th>
          <Th numeric>{t("gain")}</Th>
          <Th>{t("quality")}</Th>
          <Th numeric>{t("qualityBefore")}</Th>
          <Th numeric>{t("qualityAfter")}</Th>
          <Th>{t("kept")}</Th>
        </tr>
      </thead>
      <tbody>
        {list.map((o, n) => {
          const gain = gainOf(o);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the log only grows
            <tr key={n}>
              <Td className="min-w-44">
                {t("changed", { setting: o.setting, from: o.from, to: o.to })}
                {o.note ? (
                  <span className="block whitespace-pre-wrap text-[0.8125rem] text-muted">{o.note}</span>
                ) : null}
              </Td>
              <Td numeric>{words.amount(o.speedBefore, o.unit)}</Td>
              <Td numeric>{words.amount(o.speedAfter, o.unit)}</Td>
              <Td numeric>{gain.speedPct === null ? "–" : `${signed(gain.speedPct)}\u00a0%`}</Td>
              <Td>{o.quality}</Td>
              <Td numeric>{words.number(o.qualityBefore)}</Td>
              <Td numeric>{words.number(o.qualityAfter)}</Td>
              <Td>
                <Badge tone={gain.unexplained ? "warn" : o.kept ? "good" : "neutral"}>
                  {t(gain.unexplained ? "keptWorse" : o.kept ? "yes" : "no")}
                </Badge>
              </Td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function Bottlenecks({ list, edit }: { list: Card["bottlenecks"]; edit: CardEdit | null }) {
  const t = useTranslations("review.tuning");
  return (
    <ol className="flex flex-col gap-3 text-sm">
      {list.map((b, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the log only grows
        <li key={n} className="flex flex-col gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={b.removed ? "good" : "warn"}>{t(b.removed ? "removed" : "open")}</Badge>
            <span className="font-medium">{t(`places.${b.place}`)}</span>
            <span className="min-w-0 whitespace-pre-wrap break-words">{b.what}</span>
          </div>
          {b.removed ? <p className="whitespace-pre-wrap break-words text-muted">{b.how}</p> : null}
          {!b.removed && edit ? <RemovedForm edit={edit} at={n} /> : null}
        </li>
      ))}
    </ol>
  );
}
