"use client";
import { useTranslations } from "next-intl";
import { VERDICT_TONE } from "@/components/memory/verdict-tone";
import { Badge } from "@/components/ui/badge";
import Link from "@/components/ui/link";
import { Table, Td, Th } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import type { SweepPlan } from "@/lib/boundary/sweep/schema";
import { findAccelerator } from "@/lib/catalog/accelerators";
import { chosenOf, planAddress } from "./plan-address";
import { usePlanWords } from "./plan-words";

interface TableProps {
  readonly title: string;
  readonly plans: readonly SweepPlan[];
  /** The brief that a row can become a plan of; null where nobody may plan. */
  readonly brief: number | null;
  readonly best: SweepPlan | null;
  readonly robust: SweepPlan | null;
}

/** A range breaks between what is expected and its ends, nowhere else. */
const RANGE = "!whitespace-normal";

const TOUCHED = "inline-flex items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11";

/** One row per way to run the work: what it is, whether it holds, how fast and how dear, and why not. */
export function SweepTable({ title, plans, brief, best, robust }: TableProps) {
  const t = useTranslations("sweep.table");
  const estimate = useTranslations("estimate.verdict");
  const words = usePlanWords();
  const format = useFormatter();
  const figure = (n: number) => format.number(n, { maximumFractionDigits: 1 });
  const room = ({ capacityTokens, headroomGib }: SweepPlan) =>
    capacityTokens !== null
      ? t("tokens", { n: figure(Math.max(0, capacityTokens)) })
      : headroomGib === null
        ? "–"
        : t("gib", { n: figure(headroomGib) });
  const trains = plans.some((plan) => plan.training !== null);
  return (
    <Table stacked="early" label={title}>
      <thead>
        <tr>
          <Th>{t("plan")}</Th>
          <Th>{t("memory")}</Th>
          {trains ? (
            <Th numeric>{t("tokensPerSecond")}</Th>
          ) : (
            <>
              <Th numeric>{t("first")}</Th>
              <Th numeric>{t("token")}</Th>
            </>
          )}
          <Th numeric>{t("hour")}</Th>
          <Th numeric>{t(trains ? "million" : "each")}</Th>
          <Th>{t("why")}</Th>
        </tr>
      </thead>
      <tbody>
        {plans.map((plan) => (
          <tr key={words.key(plan)}>
            <Td line className="min-w-40">
              <span className="font-medium">{words.name(plan)}</span>
              <span className="block text-[0.8125rem] text-muted">
                {words.formats(plan)} · {words.split(plan)}
              </span>
              {plan === best ? <Badge tone="good">{t("best")}</Badge> : null}{" "}
              {plan === robust ? <Badge tone="accent">{t("robust")}</Badge> : null}
            </Td>
            <Td>
              <Badge tone={VERDICT_TONE[plan.verdict]}>{estimate(plan.verdict)}</Badge>
              <span className="tabular ml-2 whitespace-nowrap text-[0.8125rem] text-muted xl:mt-1 xl:ml-0 xl:block">
                {room(plan)}
              </span>
            </Td>
            {trains ? (
              <Td numeric label={t("tokensPerSecond")} className={RANGE}>
                {words.range(plan.training?.tokensPerSecond, 0)}
              </Td>
            ) : (
              <>
                <Td numeric label={t("first")} className={RANGE}>
                  {words.range(plan.speed?.timeToFirstTokenMs, 0)}
                </Td>
                <Td numeric label={t("token")} className={RANGE}>
                  {words.range(plan.speed?.timePerTokenMs, 1)}
                </Td>
              </>
            )}
            <Td numeric label={t("hour")}>
              {words.perHour(plan)}
            </Td>
            <Td numeric label={t(trains ? "million" : "each")} className={RANGE}>
              {trains ? words.million(plan) : words.each(plan)}
            </Td>
            <Td line className="min-w-52 text-[0.8125rem]">
              {words.why(plan).map((line) => (
                <p key={line}>{line}</p>
              ))}
              <p className="flex flex-wrap gap-x-3">
                <Link className={TOUCHED} href={`/accelerators?card=${plan.gpu}`}>
                  {t("card")}
                  <span className="sr-only"> {findAccelerator(plan.gpu)?.name ?? plan.gpu}</span>
                </Link>
                {brief === null || plan.rejectedBecause !== null ? null : (
                  <Link className={TOUCHED} href={planAddress(brief, chosenOf(plan))}>
                    {t("makePlan")}
                    <span className="sr-only"> {words.name(plan)}</span>
                  </Link>
                )}
              </p>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
