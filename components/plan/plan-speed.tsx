import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { useReviewWords } from "@/components/acceptance/words";
import { fieldId } from "@/components/brief/field-id";
import { Badge } from "@/components/ui/badge";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { Callout, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { MeasuredSpeed } from "@/lib/acceptance/measured-speed";
import { type PlanSpeed, planSpeed } from "@/lib/boundary/plan-speed";
import { fieldAt } from "@/lib/brief/fields";
import type { SpeedRange } from "@/lib/speed/schema";
import type { PlanView } from "./plan-view";

const LINK = "text-accent underline underline-offset-2";

export interface MeasuredOfPlan {
  readonly review: number;
  readonly speed: MeasuredSpeed;
}

interface Row {
  readonly what: "first" | "token" | "output" | "trained";
  readonly planned: SpeedRange | null;
  readonly measured: number | null;
  readonly places: number;
}

function rowsOf(planned: PlanSpeed, measured: MeasuredSpeed | null): Row[] {
  const serving = planned.kind === "serving" ? planned : null;
  const training = planned.kind === "training" ? planned : null;
  const rows: Row[] = [
    {
      what: "first",
      planned: serving?.timeToFirstTokenMs ?? null,
      measured: measured?.timeToFirstTokenMs ?? null,
      places: 0,
    },
    { what: "token", planned: serving?.timePerTokenMs ?? null, measured: measured?.timePerTokenMs ?? null, places: 1 },
    {
      what: "output",
      planned: serving?.outputTokensPerSecond ?? null,
      measured: measured?.outputTokensPerSecond ?? null,
      places: 0,
    },
    {
      what: "trained",
      planned: training?.tokensPerSecond ?? null,
      measured: measured?.tokensPerSecond ?? null,
      places: 0,
    },
  ];
  return rows.filter((row) => row.planned !== null || row.measured !== null);
}

/** Speed of the plan: planning figures with their range until measured, then the brief's own benchmark in their place. */
export async function PlanSpeedSection({ plan, measured }: { plan: PlanView; measured: MeasuredOfPlan | null }) {
  const [t, format] = await Promise.all([getTranslations("plan.speed"), getFormatter()]);
  const planned = planSpeed(plan.briefContent, plan.plan);
  const rows = rowsOf(planned, measured?.speed ?? null);
  const figure = (n: number, places: number) => format.number(n, { maximumFractionDigits: places });
  const said = ({ planned: range, places }: Row) =>
    range === null
      ? "–"
      : t("range", {
          low: figure(range.low, places),
          expected: figure(range.expected, places),
          high: figure(range.high, places),
        });
  return (
    <Section id="speed" title={t("title")} note={measured ? t("measuredNote") : t("note")}>
      <div className="flex flex-col gap-3">
        {rows.length > 0 ? (
          <Table label={t("title")}>
            <thead>
              <tr>
                <Th>{t("what")}</Th>
                <Th numeric>{t("value")}</Th>
                <Th>{t("is")}</Th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.what}>
                  <Td>{t(`rows.${row.what}`)}</Td>
                  <Td numeric>{row.measured === null ? said(row) : figure(row.measured, row.places)}</Td>
                  <Td>
                    <Badge tone={row.measured === null ? "neutral" : "good"}>
                      {t(row.measured === null ? "planned" : "measured")}
                    </Badge>
                    {row.measured !== null && row.planned !== null ? (
                      <span className="tabular block text-[0.8125rem] text-muted">
                        {t("wasPlanned", { range: said(row) })}
                      </span>
                    ) : null}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        ) : null}
        {measured ? <MeasuredNote measured={measured} /> : <PlannedNote planned={planned} brief={plan.brief.number} />}
      </div>
    </Section>
  );
}

function MeasuredNote({ measured: { review, speed } }: { measured: MeasuredOfPlan }) {
  const t = useTranslations("plan.speed");
  const words = useReviewWords();
  return (
    <p className="text-sm">
      {t("from", { format: words.read(speed.format) })}{" "}
      <Link className={LINK} href={`/reviews/REV-${review}/evidence/${speed.evidenceId}`}>
        REV-{review}
      </Link>
      {speed.concurrency === null ? "" : `. ${t("atConcurrency", { n: speed.concurrency })}`}
    </p>
  );
}

/** How far a planning figure is known, or what lacks for one. */
async function PlannedNote({ planned, brief }: { planned: PlanSpeed; brief: number }) {
  const t = await getTranslations();
  if (planned.kind === "open") {
    return (
      <Callout tone="neutral" title={t("plan.speed.open")}>
        <ul className="list-disc pl-5">
          {planned.missing.map((path) => (
            <li key={path}>
              <Link className={LINK} href={`/briefs/BRF-${brief}/edit#${fieldId(path)}`}>
                {t(fieldAt(path).labelKey)}
              </Link>
            </li>
          ))}
        </ul>
      </Callout>
    );
  }
  if (planned.kind === "unknown") return <p className="text-sm text-muted">{t("plan.speed.none")}</p>;
  const known = planned.kind === "training" ? planned.known : null;
  return (
    <p className="text-sm text-muted">
      {planned.outside.length > 0
        ? t("plan.speed.outside")
        : known === null
          ? t("plan.speed.servingKnown")
          : t("plan.speed.trainingKnown", { runs: known.runs, error: known.medianErrorPct })}
    </p>
  );
}
