import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/disclosure";
import { DrawnWhenOpened } from "@/components/ui/drawn-when-opened";
import { Section } from "@/components/ui/surface";
import { DATA_PROTECTION_STATEMENTS } from "@/lib/acceptance/areas";
import type { GateItemResult } from "@/lib/acceptance/gates";
import type { GateJudgement } from "@/lib/acceptance/judge";
import type { Attempt, Card } from "@/lib/acceptance/schema";
import { AttemptForm } from "./attempt-form";
import { EvidenceLinks } from "./evidence-links";
import { GateTimeline } from "./gate-timeline";
import { ItemsForm } from "./items-form";
import { Remedies } from "./remedies";
import { StatementForm } from "./statement-form";
import { StateBadge } from "./status-badge";
import { GATE_TONES } from "./tones";
import type { CardEdit } from "./use-card";
import { useReviewWords } from "./words";

interface Props {
  readonly gates: readonly GateJudgement[];
  readonly labels: Readonly<Record<string, string>>;
  readonly edit: CardEdit | null;
  readonly card: Card;
  /** Whether the brief uses personal data, and if so whether the three answers are shown. */
  readonly protection: "not-needed" | "shown" | "open";
  /** Now, as the server's clock says. */
  readonly now: string;
}

/** Five gates in order with their checklists and attempts; a closed one says what opens it. */
export function Gates({ gates, labels, edit, protection, card, now }: Props) {
  const t = useTranslations("review");
  return (
    <Section id="gates" title={t("gates.title")} note={t("gates.note")}>
      <GateTimeline gates={gates} now={now} />
      <ol className="divide-y divide-line">
        {protection === "not-needed" ? null : <Protection state={protection} edit={edit} card={card} />}
        {gates.map((g) => (
          <Gate key={g.gate} result={g} labels={labels} edit={edit} />
        ))}
      </ol>
    </Section>
  );
}

function Protection({ state, edit, card }: { state: "shown" | "open"; edit: CardEdit | null; card: Card }) {
  const t = useTranslations("review.card");
  const words = useTranslations("acceptance.statements");
  return (
    <li id="data-protection" className="flex flex-col gap-3 py-4 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">{t("protection")}</h3>
        <Badge tone={state === "shown" ? "good" : "warn"}>
          {t(state === "shown" ? "protectionDone" : "protectionOpen")}
        </Badge>
      </div>
      <p className="text-sm text-muted">{t("protectionText")}</p>
      <ul className="flex flex-col gap-1 text-sm">
        {DATA_PROTECTION_STATEMENTS.flatMap((s) => {
          const text = card.statements[s]?.text.trim() ?? "";
          return text === "" ? [] : [<li key={s}>{`${words(s)}: ${text}`}</li>];
        })}
      </ul>
      {edit ? (
        <div className="no-print">
          <DrawnWhenOpened summary={t("state")}>
            <div className="flex flex-col gap-5">
              {DATA_PROTECTION_STATEMENTS.map((s) => (
                <StatementForm key={s} statement={s} edit={edit} />
              ))}
            </div>
          </DrawnWhenOpened>
        </div>
      ) : null}
    </li>
  );
}

function Gate({ result, labels, edit }: { result: GateJudgement; labels: Props["labels"]; edit: CardEdit | null }) {
  const t = useTranslations();
  const { gate, state, opensWhen, items, attempts } = result;
  const byHand = items.filter((i) => i.formats.length === 0 && i.check === null && i.log === null).map((i) => i.id);
  const running = attempts.at(-1)?.endedAt === null;
  return (
    <li id={`gate-${gate}`} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">{t(`acceptance.gates.${gate}.name`)}</h3>
        <Badge tone={GATE_TONES[state]}>{t(`acceptance.gateStates.${state}`)}</Badge>
      </div>
      <p className="text-[0.8125rem] text-muted">{t(`acceptance.gates.${gate}.content`)}</p>
      {opensWhen ? <p className="text-sm">{t(`acceptance.opensWhen.${opensWhen}`)}</p> : null}
      {gate === "review" ? (
        <p className="text-sm text-muted">{t("review.gates.reviewText")}</p>
      ) : (
        <Disclosure summary={`${t("review.gates.checklist")} (${count(items)})`} open={state === "open"}>
          <Items items={items} labels={labels} />
        </Disclosure>
      )}
      <Remedies remedies={result.remedies} />
      <Attempts attempts={attempts} />
      {edit && gate !== "review" && state !== "closed" ? (
        <div className="no-print flex flex-col gap-4">
          {running ? <ItemsForm key={attempts.length} gate={gate} items={byHand} edit={edit} /> : null}
          <AttemptForm key={`close-${attempts.length}`} gate={gate} edit={edit} />
        </div>
      ) : null}
    </li>
  );
}

const count = (items: readonly GateItemResult[]): string =>
  `${items.filter((i) => i.state === "passed").length}/${items.length}`;

function Items({ items, labels }: { items: readonly GateItemResult[]; labels: Props["labels"] }) {
  const t = useTranslations();
  const words = useReviewWords();
  const how = (i: GateItemResult) =>
    i.log
      ? t("review.gates.byLog")
      : i.check
        ? t("review.gates.byCheck")
        : i.formats.length > 0
          ? t("review.gates.byEvidence")
          : null;
  return (
    <ul className="divide-y divide-line">
      {items.map((i) => (
        <li key={i.id} className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(0,1fr)_auto]">
          <div className="min-w-0 text-sm">
            <p>{t(i.labelKey)}</p>
            {how(i) ? <p className="text-[0.8125rem] text-muted">{how(i)}</p> : null}
            {i.note ? <p className="whitespace-pre-wrap break-words text-[0.8125rem]">{i.note}</p> : null}
            {i.reason ? <p className="text-[0.8125rem] text-muted">{words.reasonText(i.reason)}</p> : null}
            <EvidenceLinks ids={i.evidenceIds} labels={labels} />
          </div>
          <div>
            <StateBadge state={i.state} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const t = useTranslations("review.gates");
  const words = useReviewWords();
  if (attempts.length === 0) return null;
  return (
    <ul aria-label={t("attempts")} className="flex flex-col gap-1 text-sm">
      {attempts.map((a, i) => (
        <li key={a.startedAt} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="font-medium">{t("attempt", { n: i + 1 })}</span>
          <span className="tabular text-muted">
            {a.endedAt
              ? t("ran", { from: words.when(a.startedAt), to: words.when(a.endedAt) })
              : t("running", { from: words.when(a.startedAt) })}
          </span>
          {a.outcome ? <Badge tone={a.outcome === "passed" ? "good" : "bad"}>{t(a.outcome)}</Badge> : null}
          {a.note ? <span className="break-words">{a.note}</span> : null}
        </li>
      ))}
    </ul>
  );
}
