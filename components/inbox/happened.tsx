import { getLocale, getTranslations } from "next-intl/server";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { Section } from "@/components/ui/surface";
import type { AlertSaid } from "@/lib/alerts/kinds";
import { sayable } from "@/lib/alerts/sayable";
import { AllSeen, SeenLink } from "./seen";

interface Happened {
  readonly id: string;
  readonly kind: string;
  readonly said: AlertSaid;
  readonly values: Readonly<Record<string, string>>;
  readonly path: string;
  readonly raisedAt: string;
}

interface HappenedProps {
  readonly alerts: readonly Happened[];
  readonly timeZone: string;
  /** More than these stand in the inbox alone, behind a link. */
  readonly most?: number;
}

/** The inbox's alerts, each a link to where one acts on it; following it is looking at it. */
export async function HappenedSection({ alerts, timeZone, most = alerts.length }: HappenedProps) {
  const [t, said, format, locale] = await Promise.all([
    getTranslations("inbox.happened"),
    getTranslations("alerts"),
    getFormatter(),
    getLocale(),
  ]);
  const unit = (measure: string) => said(`unit.${measure}`);
  return (
    <Section
      id="happened"
      title={`${t("title")} (${alerts.length})`}
      note={t("note")}
      actions={<AllSeen ids={alerts.map((a) => a.id)} label={t("all")} />}
    >
      <ul className="divide-y divide-line">
        {alerts.slice(0, most).map((a) => (
          <li
            key={a.id}
            className="grid items-baseline gap-x-4 gap-y-0.5 py-3 first:pt-0 last:pb-0 sm:grid-cols-[8rem_minmax(0,1fr)_auto]"
          >
            <span className="text-[0.8125rem] text-muted">{t(`act.${a.kind}`)}</span>
            <SeenLink id={a.id} href={a.path}>
              {said(`said.${a.said}`, sayable(a.values, locale, timeZone, unit))}
            </SeenLink>
            <time dateTime={a.raisedAt} className="tabular text-[0.8125rem] text-muted">
              {format.dateTime(new Date(a.raisedAt), { dateStyle: "medium", timeStyle: "short", timeZone })}
            </time>
          </li>
        ))}
      </ul>
      {alerts.length > most ? (
        <p className="mt-3 text-sm">
          <Link className="text-accent underline underline-offset-2" href="/inbox">
            {t("more", { count: alerts.length - most })}
          </Link>
        </p>
      ) : null}
    </Section>
  );
}
