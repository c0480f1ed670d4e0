import { getLocale, getTranslations } from "next-intl/server";
import { ListExport } from "@/components/shell/list-export";
import { UndoButton } from "@/components/shell/undo-button";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { EmptyState, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { ALERT_SAID } from "@/lib/alerts/kinds";
import { sayable } from "@/lib/alerts/sayable";
import { unseeAlerts } from "@/lib/alerts/server/actions";
import { type ChannelRow, Channels } from "./channels";

interface AlertsProps {
  readonly alerts: readonly {
    readonly id: string;
    readonly said: string;
    readonly values: Readonly<Record<string, string>>;
    readonly path: string;
    readonly raisedAt: string;
    /** Whether the reader has looked at it: it can come back into their inbox. */
    readonly seen: boolean;
  }[];
  readonly channels: readonly ChannelRow[];
  readonly timeZone: string;
  readonly mailIsSet: boolean;
}

/** What was alerted lately, and the reader's own channels. */
export async function AlertsPage({ alerts, channels, timeZone, mailIsSet }: AlertsProps) {
  const [t, format, locale] = await Promise.all([getTranslations("alerts"), getFormatter(), getLocale()]);
  const unit = (measure: string) => t(`unit.${measure}`);
  return (
    <>
      <PageHeader title={t("title")} note={t("note")} />
      {alerts.length === 0 ? (
        <EmptyState title={t("empty")}>{t("emptyText")}</EmptyState>
      ) : (
        <Section title={t("list")} note={t("listNote", { zone: timeZone })}>
          <Table stacked label={t("list")}>
            <thead>
              <tr>
                <Th>{t("when")}</Th>
                <Th>{t("what")}</Th>
                <Th>
                  <span className="sr-only">{t("inbox")}</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {alerts.map((a) => {
                const said = ALERT_SAID.find((s) => s === a.said);
                return (
                  <tr key={a.id}>
                    <Td className="tabular whitespace-nowrap">
                      {format.dateTime(new Date(a.raisedAt), { dateStyle: "medium", timeStyle: "short", timeZone })}
                    </Td>
                    <Td line>
                      <Link className="text-accent underline-offset-2 hover:underline" href={a.path}>
                        {said ? t(`said.${said}`, sayable(a.values, locale, timeZone, unit)) : a.said}
                      </Link>
                    </Td>
                    <Td className="!py-1">
                      {a.seen ? (
                        <UndoButton
                          run={unseeAlerts.bind(null, { ids: [a.id] })}
                          name={a.values.what ?? a.values.name ?? ""}
                        >
                          {t("toInbox")}
                        </UndoButton>
                      ) : null}
                    </Td>
                  </tr>
                );
              })}
            </tbody>
          </Table>
          <ListExport list="alerts" />
        </Section>
      )}
      <Channels channels={channels} timeZone={timeZone} mailIsSet={mailIsSet} />
    </>
  );
}
