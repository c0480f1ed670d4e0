import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { exactText, moneyText, placesFor } from "@/components/offer/money-text";
import { settingWord } from "@/components/shell/setting-word";
import { Badge } from "@/components/ui/badge";
import { getFormatter } from "@/components/ui/get-formatter";
import { Callout, Facts, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { type PlanEconomics, planEconomics } from "@/lib/boundary/economics/plan-economics";
import { findAccelerator } from "@/lib/catalog/accelerators";
import type { Offer } from "@/lib/catalog/offer";
import { roundForDisplay } from "@/lib/money/money";
import type { PlanView } from "./plan-view";

interface EconomicsProps {
  readonly plan: PlanView;
  readonly offers: readonly Offer[];
}

/** What the plan costs before it does: planning figures from the brief, the offer and the other offers at hand. */
export async function PlanEconomicsSection({ plan: view, offers }: EconomicsProps) {
  const t = await getTranslations("boundary.economics");
  const made = planEconomics(view.briefContent, view.plan, offers);
  return (
    <Section title={t("title")} note={t("note")}>
      <div className="flex flex-col gap-6">
        <Figures made={made} />
        <FirstRentalPart made={made} />
        {made.periods.length > 0 ? <PeriodsPart made={made} /> : null}
        <SavingsPart made={made} />
        <StepUpPart made={made} />
      </div>
    </Section>
  );
}

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      {note ? <p className="text-[0.8125rem] text-muted">{note}</p> : null}
      {children}
    </section>
  );
}

async function Figures({ made }: { made: PlanEconomics }) {
  const [t, format, locale] = await Promise.all([getTranslations("boundary.economics"), getFormatter(), getLocale()]);
  const { perOutput, idleShare, windows, merged, energy, replicas, quota } = made;
  const figure = (n: number, places = 1) => format.number(n, { maximumFractionDigits: places });
  const small = (text: string) => exactText(locale, roundForDisplay(text, placesFor(text)));
  const each = perOutput
    ? t("each", {
        amount: small(perOutput.amount),
        currency: perOutput.currency,
        outputs: figure(Number(perOutput.outputs), 0),
      })
    : t("noEach");
  const spare =
    typeof replicas === "string"
      ? t(`replicas.${replicas}`)
      : t("replicas.reached", {
          needed: replicas.needed,
          spare: replicas.spare,
          share: figure(replicas.reached * 100, 4),
        });
  const week = windows?.ok
    ? t("windows.said", {
        windowed: moneyText(locale, windows.windows.windowed, windows.windows.currency),
        always: moneyText(locale, windows.windows.always, windows.windows.currency),
        starts: windows.windows.starts,
      })
    : t(windows === null ? "windows.unstated" : `windows.${windows.code}`);
  const items = [
    { label: t("perOutput"), value: each },
    {
      label: t("idle"),
      value: idleShare === null ? t("idleUnstated") : t("idleShare", { share: figure(idleShare * 100, 0) }),
    },
    { label: t("replicas.label"), value: spare },
    { label: t("windows.label"), value: week },
    ...(windows?.ok && windows.windows.stoppedDisk !== null
      ? [{ label: t("stoppedDisk"), value: moneyText(locale, windows.windows.stoppedDisk, windows.windows.currency) }]
      : []),
    ...(merged
      ? [{ label: t("merged"), value: t("mergedSaid", { apart: figure(merged.apart), merged: figure(merged.merged) }) }]
      : []),
    {
      label: t("energy"),
      value:
        energy === null
          ? t("energyUnknown")
          : energy.perOutput === null
            ? t("energyAll", { all: figure(Number(energy.kilowattHours), 0) })
            : t("energySaid", { all: figure(Number(energy.kilowattHours), 0), each: small(energy.perOutput) }),
    },
    { label: t("quota.label"), value: t(`quota.${quota}`) },
  ];
  return <Facts items={items} />;
}

async function FirstRentalPart({ made: { first, trial, trialDays } }: { made: PlanEconomics }) {
  const [t, format] = await Promise.all([getTranslations("boundary.economics"), getFormatter()]);
  const hours = (n: number) => format.number(n, { maximumFractionDigits: 1 });
  return (
    <Part title={t("first.title")} note={t("first.note", { hours: hours(first.hours), days: first.days })}>
      {trial === "enough" ? null : (
        <Callout tone="warn">{t(`first.${trial}`, { trial: trialDays, needed: first.days })}</Callout>
      )}
      <Table label={t("first.title")}>
        <thead>
          <tr>
            <Th>{t("first.stage")}</Th>
            <Th numeric>{t("first.hours")}</Th>
            <Th>{t("first.from")}</Th>
          </tr>
        </thead>
        <tbody>
          {first.stages.map((s) => (
            <tr key={s.stage}>
              <Td>{t(`first.stages.${s.stage}`)}</Td>
              <Td numeric>{hours(s.hours)}</Td>
              <Td>
                <Badge tone={s.from === null ? "neutral" : "good"}>
                  {t(s.from === null ? "first.planned" : "first.brief")}
                </Badge>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Part>
  );
}

async function PeriodsPart({ made: { periods, currency } }: { made: PlanEconomics }) {
  const [t, format, locale] = await Promise.all([getTranslations("boundary.economics"), getFormatter(), getLocale()]);
  const money = (text: string) => moneyText(locale, text, "").trim();
  return (
    <Part title={t("periods.title")} note={t("periods.note")}>
      <Table label={t("periods.title")} stacked>
        <thead>
          <tr>
            <Th>{t("periods.days")}</Th>
            <Th>{t("periods.goal")}</Th>
            <Th numeric>{t("periods.cost", { currency: currency ?? "" })}</Th>
            <Th numeric>{t("periods.productive")}</Th>
            <Th numeric>{t("periods.each", { currency: currency ?? "" })}</Th>
          </tr>
        </thead>
        <tbody>
          {periods.map((p) => (
            <tr key={p.days}>
              <Td className="tabular max-sm:font-medium">{t("periods.dayCount", { n: Number(p.days) })}</Td>
              <Td className="max-sm:grow">{t(`periods.goals.${p.days}`)}</Td>
              <Td numeric line label={t("periods.cost", { currency: currency ?? "" })}>
                {money(p.cost)}
              </Td>
              <Td numeric label={t("periods.productive")}>
                {format.number(Number(p.productiveHours), { maximumFractionDigits: 0 })}
              </Td>
              <Td numeric label={t("periods.each", { currency: currency ?? "" })}>
                {p.each === null ? "–" : money(p.each)}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Part>
  );
}

async function SavingsPart({ made: { savings } }: { made: PlanEconomics }) {
  const [t, all, locale] = await Promise.all([
    getTranslations("boundary.economics.savings"),
    getTranslations(),
    getLocale(),
  ]);
  const { found, currency } = savings;
  const format = (id: string | number | undefined) =>
    id === undefined ? "" : settingWord(all, "weightFormat", String(id));
  const name = (id: string | number | undefined) => findAccelerator(String(id ?? ""))?.name ?? String(id ?? "");
  return (
    <Part title={t("title")} note={t("note")}>
      {found.length === 0 ? <p className="text-sm text-muted">{t("none")}</p> : null}
      {found.length > 0 ? (
        <Table label={t("title")}>
          <thead>
            <tr>
              <Th>{t("change")}</Th>
              <Th numeric>{t("saves", { currency: currency ?? "" })}</Th>
            </tr>
          </thead>
          <tbody>
            {found.map((s) => (
              <tr key={s.lever}>
                <Td>
                  {t(`levers.${s.lever}`, { ...s.params, gpu: name(s.params.gpu), format: format(s.params.format) })}
                </Td>
                <Td numeric>{moneyText(locale, s.saves, "").trim()}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
    </Part>
  );
}

async function StepUpPart({ made: { stepUp } }: { made: PlanEconomics }) {
  const t = await getTranslations("boundary.economics.stepUp");
  if (stepUp.length === 0) return null;
  return (
    <Part title={t("title")} note={t("note")}>
      <ol className="list-decimal pl-5 text-sm">
        {stepUp.map((s) => (
          <li key={s.step}>
            {t(s.step, { cards: s.cards, gpu: findAccelerator(s.gpu)?.name ?? s.gpu })} {s.offer ?? t("noOffer")}
          </li>
        ))}
      </ol>
    </Part>
  );
}
