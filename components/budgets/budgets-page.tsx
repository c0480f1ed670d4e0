import { getTranslations } from "next-intl/server";
import { Money } from "@/components/ledger/money";
import { ListExport } from "@/components/shell/list-export";
import { UndoButton } from "@/components/shell/undo-button";
import { Badge } from "@/components/ui/badge";
import { getFormatter } from "@/components/ui/get-formatter";
import { EmptyState, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { BudgetLevel, BudgetMeasure, BudgetState } from "@/lib/ledger/budget";
import { resumeBudget } from "@/lib/ledger/server/actions";
import { BudgetForm } from "./budget-form";
import { EndBudget } from "./end-budget";

export interface BudgetsProps {
  readonly budgets: readonly {
    readonly id: string;
    readonly name: string;
    readonly brief: { readonly number: number; readonly title: string } | null;
    readonly measure: BudgetMeasure;
    readonly currency: string | null;
    readonly limit: string;
    readonly warnPercent: number;
    readonly endedAt: string | null;
    readonly state: BudgetState | null;
  }[];
  readonly briefs: readonly { readonly number: number; readonly title: string }[];
  readonly currency: string;
  readonly timeZone: string;
  readonly canWrite: boolean;
}

const TONES = { unknown: "neutral", within: "good", warn: "warn", over: "bad" } as const satisfies Record<
  BudgetLevel,
  string
>;

/** Limits of a month with what the running month holds against each. */
export async function BudgetsPage({ budgets, briefs, currency, timeZone, canWrite }: BudgetsProps) {
  const [t, undo, format] = await Promise.all([
    getTranslations("budgets.budgets"),
    getTranslations("undo"),
    getFormatter(),
  ]);
  const unitOf = (measure: BudgetMeasure, of: string | null) =>
    measure === "gpu-hours" || measure === "idle-percent" ? t(`unit.${measure}`) : (of ?? "");
  const digits = (measure: BudgetMeasure, amount: string) =>
    measure === "per-output" ? Math.min(6, Math.max(2, amount.split(".")[1]?.length ?? 0)) : 2;
  const running = budgets.filter((b) => b.endedAt === null);
  const ended = budgets.filter((b) => b.endedAt !== null);
  return (
    <>
      <PageHeader title={t("title")} note={t("note", { zone: timeZone })} />
      {budgets.length === 0 ? <EmptyState title={t("empty")}>{t("emptyText")}</EmptyState> : null}
      {running.length > 0 ? (
        <Section>
          <Table label={t("title")}>
            <thead>
              <tr>
                <Th>{t("name")}</Th>
                <Th>{t("of")}</Th>
                <Th numeric>{t("limit")}</Th>
                <Th numeric>{t("soFar")}</Th>
                <Th numeric>{t("used")}</Th>
                <Th numeric>{t("forecast")}</Th>
                <Th>{t("state")}</Th>
                {canWrite ? <Th>{t("end")}</Th> : null}
              </tr>
            </thead>
            <tbody>
              {running.map((b) => (
                <tr key={b.id}>
                  <Td>
                    <span className="font-medium">{b.name}</span>
                    <span className="block text-[0.8125rem] text-muted">{t(`measure.${b.measure}`)}</span>
                  </Td>
                  <Td>{b.brief ? `BRF-${b.brief.number} ${b.brief.title}` : t("workspace")}</Td>
                  <Td numeric>
                    <Money
                      amount={b.limit}
                      currency={unitOf(b.measure, b.currency)}
                      digits={digits(b.measure, b.limit)}
                    />
                  </Td>
                  <Td numeric>
                    {b.state?.soFar ? (
                      <Money
                        amount={b.state.soFar}
                        currency={unitOf(b.measure, b.currency)}
                        digits={digits(b.measure, b.state.soFar)}
                      />
                    ) : (
                      "–"
                    )}
                  </Td>
                  <Td numeric>
                    {b.state?.usedPercent
                      ? `${format.number(Number(b.state.usedPercent), { maximumFractionDigits: 1 })}\u00a0%`
                      : "–"}
                  </Td>
                  <Td numeric>
                    {b.state?.forecast ? (
                      <Money amount={b.state.forecast} currency={unitOf(b.measure, b.currency)} />
                    ) : (
                      "–"
                    )}
                    {b.state?.forecastOver ? (
                      <span className="block text-[0.8125rem] text-warn">{t("forecastOver")}</span>
                    ) : null}
                  </Td>
                  <Td>
                    <Badge tone={TONES[b.state?.level ?? "unknown"]}>{t(`level.${b.state?.level ?? "unknown"}`)}</Badge>
                  </Td>
                  {canWrite ? (
                    <Td>
                      <EndBudget id={b.id} name={b.name} />
                    </Td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </Table>
          <ListExport list="budgets" />
        </Section>
      ) : null}
      {canWrite ? <BudgetForm briefs={briefs} currency={currency} /> : null}
      {ended.length > 0 ? (
        <Section title={t("ended")}>
          <ul className="flex flex-col gap-1 text-sm">
            {ended.map((b) => (
              <li key={b.id} className="flex flex-wrap items-baseline gap-x-2">
                {b.name}:{" "}
                <Money amount={b.limit} currency={unitOf(b.measure, b.currency)} digits={digits(b.measure, b.limit)} />,{" "}
                {t("endedAt", { date: format.dateTime(new Date(b.endedAt ?? ""), { dateStyle: "medium", timeZone }) })}
                {canWrite ? (
                  <UndoButton run={resumeBudget.bind(null, { id: b.id })} name={b.name}>
                    {undo("putBack")}
                  </UndoButton>
                ) : null}
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}
