import { getTranslations } from "next-intl/server";
import { ListExport } from "@/components/shell/list-export";
import { LinkButton } from "@/components/ui/button";
import { getFormatter } from "@/components/ui/get-formatter";
import { EmptyState, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { AUDIT_PAGE } from "@/lib/workspace/lists";

interface AuditRow {
  readonly id: string;
  readonly at: string;
  readonly who: string | null;
  readonly action: string;
  readonly entity: string;
}

/** The latest events, a page at a time: the address says before which instant. */
export async function AuditLog({ events, before }: { events: readonly AuditRow[]; before: string | undefined }) {
  const [t, format] = await Promise.all([getTranslations("settings.audit"), getFormatter()]);
  return (
    <>
      <PageHeader title={t("title")} note={t("note")} />
      {events.length === 0 ? (
        <EmptyState title={t("none")} />
      ) : (
        <Section>
          <Table stacked label={t("title")}>
            <thead>
              <tr>
                <Th>{t("when")}</Th>
                <Th>{t("who")}</Th>
                <Th>{t("what")}</Th>
                <Th>{t("which")}</Th>
              </tr>
            </thead>
            <tbody>
              {events.map((e) => (
                <tr key={e.id}>
                  <Td className="whitespace-nowrap">
                    {format.dateTime(new Date(e.at), { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" })}
                  </Td>
                  <Td>{e.who ?? t("system")}</Td>
                  <Td>
                    <code className="font-mono text-[0.8125rem]">{e.action}</code>
                  </Td>
                  <Td className="min-w-48 wrap-anywhere font-mono text-[0.8125rem] text-muted">{e.entity}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
          {events.length === AUDIT_PAGE ? (
            <LinkButton className="no-print mt-4" href={`/settings/audit?before=${events.at(-1)?.at ?? ""}`}>
              {t("older")}
            </LinkButton>
          ) : null}
          <ListExport list="audit" filter={{ before }} />
        </Section>
      )}
    </>
  );
}
