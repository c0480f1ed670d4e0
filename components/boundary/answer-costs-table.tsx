import { useLocale, useTranslations } from "next-intl";
import { fieldId } from "@/components/brief/field-id";
import { exactText, moneyText, placesFor } from "@/components/offer/money-text";
import { Badge } from "@/components/ui/badge";
import Link from "@/components/ui/link";
import { Table, Td, Th } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import type { Advice } from "@/lib/boundary/advise";
import type { AnswerCost, MissingFigure } from "@/lib/boundary/answer-costs";
import { COST_DAYS } from "@/lib/boundary/calendar";
import { roundForDisplay } from "@/lib/money/money";

const LINK = "text-accent underline underline-offset-2";

/** What an offer would mend, and no answer of the brief. */
const ASKS_FOR_OFFERS: ReadonlySet<MissingFigure["code"]> = new Set(["offer", "machine-offer", "open-card"]);

interface TableProps {
  readonly costs: readonly AnswerCost[];
  readonly chosen: Advice["answer"] | undefined;
  readonly briefHref: string;
}

/** On the server where the page is one, so that it brings no exact money along: every answer with its own cost line, or exactly which figure it lacks; also those that fail a need. */
export function AnswerCostsTable({ costs, chosen, briefHref }: TableProps) {
  const t = useTranslations("boundary");
  const title = t("answerCosts.title", { days: COST_DAYS });
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      <p className="max-w-[75ch] text-[0.8125rem] text-muted">{t("answerCosts.note")}</p>
      <Table stacked label={title}>
        <thead>
          <tr>
            <Th>{t("answerCosts.answer")}</Th>
            <Th numeric>{t("answerCosts.cost")}</Th>
            <Th numeric>{t("answerCosts.each")}</Th>
            <Th>{t("answerCosts.from")}</Th>
          </tr>
        </thead>
        <tbody>
          {costs.map((cost) => (
            <tr key={cost.answer}>
              <Td line className="min-w-36">
                {t(`answers.${cost.answer}`)}{" "}
                {cost.answer === chosen ? <Badge tone="good">{t("advice.state.chosen")}</Badge> : null}
              </Td>
              <Td numeric label={t("answerCosts.cost")}>
                {cost.amount === null ? "–" : <Amount amount={cost.amount} cost={cost} />}
              </Td>
              <Td numeric label={t("answerCosts.each")}>
                {cost.perOutput === null ? "–" : <Each perOutput={cost.perOutput} currency={cost.currency} />}
              </Td>
              <Td line className="min-w-52 text-[0.8125rem]">
                <From cost={cost} briefHref={briefHref} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {costs.some((cost) => cost.missing.some((m) => ASKS_FOR_OFFERS.has(m.code))) ? (
        <p className="no-print text-[0.8125rem]">
          {t("answerCosts.unpriced")}{" "}
          <Link className={LINK} href="/offers">
            {t("answerCosts.toOffers")}
          </Link>
        </p>
      ) : null}
    </section>
  );
}

function Amount({ amount, cost: { currency, missing } }: { amount: string; cost: AnswerCost }) {
  const t = useTranslations("boundary.answerCosts");
  const locale = useLocale();
  const text = moneyText(locale, amount, currency ?? "");
  return <>{missing.length === 0 ? text : t("atLeast", { amount: text })}</>;
}

function Each({ perOutput, currency }: { perOutput: string; currency: AnswerCost["currency"] }) {
  const locale = useLocale();
  const text = exactText(locale, roundForDisplay(perOutput, placesFor(perOutput)));
  return (
    <>
      {text} {currency}
    </>
  );
}

function From({ cost: { parts, missing }, briefHref }: { cost: AnswerCost; briefHref: string }) {
  const t = useTranslations("boundary");
  const format = useFormatter();
  const open = [...new Set(parts.flatMap((p) => p.notIncluded))];
  return (
    <>
      {parts.map((p) => (
        <p key={p.part}>
          {t(`costParts.${p.part}`)}:{" "}
          {/^OFF-\d+$/.test(p.offerId) ? (
            <Link className={LINK} href={`/offers/${p.offerId}`}>
              {p.offerId}
            </Link>
          ) : (
            p.offerId
          )}{" "}
          <span className="text-muted">
            {t("answerCosts.dated", {
              date: format.dateTime(new Date(`${p.dated}T00:00:00Z`), { dateStyle: "medium", timeZone: "UTC" }),
            })}
          </span>
        </p>
      ))}
      {missing.map((m) => (
        <p key={m.code} className="text-warn">
          <Missing figure={m} briefHref={briefHref} />
        </p>
      ))}
      {open.length > 0 ? (
        <p className="text-muted">
          {t("answerCosts.without", { parts: open.map((n) => t(`notIncluded.${n}`)).join("; ") })}
        </p>
      ) : null}
    </>
  );
}

function Missing({ figure: { code, field }, briefHref }: { figure: MissingFigure; briefHref: string }) {
  const t = useTranslations("boundary.missingFigures");
  if (field === null) return <>{t(code)}</>;
  return (
    <Link className="underline underline-offset-2" href={`${briefHref}#${fieldId(field)}`}>
      {t(code)}
    </Link>
  );
}
