import { useTranslations } from "next-intl";
import { DrawnWhenOpened } from "@/components/ui/drawn-when-opened";
import { Section } from "@/components/ui/surface";
import { AREA_ROWS, type AreaRow } from "@/lib/acceptance/areas";
import type { AreaJudgement } from "@/lib/acceptance/judge";
import type { Card } from "@/lib/acceptance/schema";
import { Criteria } from "./criteria-table";
import { EvidenceLinks } from "./evidence-links";
import { Remedies } from "./remedies";
import { StatementForm } from "./statement-form";
import { StateBadge } from "./status-badge";
import type { CardEdit } from "./use-card";
import { WaiveForm } from "./waive-form";
import { useReviewWords } from "./words";

interface Props {
  readonly areas: readonly AreaJudgement[];
  readonly labels: Readonly<Record<string, string>>;
  readonly card: Card;
  /** Null where nothing may be written now. */
  readonly edit: CardEdit | null;
}

/** The nine areas as a task list: state, what to show, the reason to pause as the test, seen against limit. */
export function Areas({ areas, labels, edit, card }: Props) {
  const t = useTranslations("review.card");
  return (
    <Section id="card" title={t("title")} note={t("note")}>
      <ol className="divide-y divide-line">
        {AREA_ROWS.map((row) => {
          const judged = areas.find((a) => a.area === row.area);
          return judged ? (
            <Area key={row.area} row={row} judged={judged} labels={labels} edit={edit} card={card} />
          ) : null;
        })}
      </ol>
    </Section>
  );
}

function Area({
  row,
  judged,
  labels,
  edit,
  card,
}: {
  row: AreaRow;
  judged: AreaJudgement;
  labels: Props["labels"];
  edit: CardEdit | null;
  card: Card;
}) {
  const t = useTranslations();
  const words = useReviewWords();
  const name = t(row.nameKey);
  const reason = words.reason(judged);
  const stated = row.statements.flatMap((s) => {
    const text = card.statements[s]?.text ?? "";
    return text.trim() === "" ? [] : [{ s, text }];
  });
  return (
    <li id={`area-${row.area}`} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">{name}</h3>
        <StateBadge state={judged.state} />
      </div>
      {reason ? <p className="text-[0.9375rem]">{reason}</p> : null}
      <dl className="grid gap-x-6 gap-y-1 text-[0.8125rem] text-muted sm:grid-cols-2">
        <div>
          <dt className="inline font-medium">{t("review.card.shows")}: </dt>
          <dd className="inline">{t(row.showsKey)}</dd>
        </div>
        <div>
          <dt className="inline font-medium">{t("review.card.pause")}: </dt>
          <dd className="inline">{t(row.pauseKey)}</dd>
        </div>
      </dl>
      <Remedies remedies={judged.remedies} />
      <Criteria name={name} judged={judged} />
      <EvidenceLinks ids={judged.evidenceIds} labels={labels} />
      {stated.map(({ s, text }) => (
        <blockquote key={s} className="border-l-2 border-line pl-3 text-sm">
          <p className="text-[0.8125rem] text-muted">{t(`acceptance.statements.${s}`)}</p>
          <p className="whitespace-pre-wrap break-words">{text}</p>
        </blockquote>
      ))}
      {edit ? <AreaForms row={row} edit={edit} /> : null}
    </li>
  );
}

function AreaForms({ row, edit }: { row: AreaRow; edit: CardEdit }) {
  const t = useTranslations("review.card");
  if (row.always && row.statements.length === 0) return null;
  return (
    <div className="no-print grid items-start gap-2 sm:grid-cols-2">
      {row.statements.length > 0 ? (
        <DrawnWhenOpened summary={t("state")}>
          <div className="flex flex-col gap-5">
            {row.statements.map((s) => (
              <StatementForm key={s} statement={s} edit={edit} />
            ))}
          </div>
        </DrawnWhenOpened>
      ) : null}
      {row.always ? null : (
        <DrawnWhenOpened summary={t("waive")}>
          <WaiveForm area={row.area} edit={edit} />
        </DrawnWhenOpened>
      )}
    </div>
  );
}
