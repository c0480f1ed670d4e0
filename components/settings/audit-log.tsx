import { getTranslations } from "next-intl/server";
import { EmptyState, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";

interface AuditRow {
  readonly id: string;
  readonly at: string;
  readonly who: string | null;
  readonly action: string;
  readonly entity: string;
}

export async function AuditLog({ events }: { events: readonly AuditRow[] }) {
  const t = await getTranslations("settings.audit");
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
                  <Td className="whitespace-nowrap">{e.at.slice(0, 19).replace("T", " ")}</Td>
                  <Td>{e.who ?? t("system")}</Td>
                  <Td>
                    <code className="font-mono text-[0.8125rem]">{e.action}</code>
                  </Td>
                  <Td className="min-w-48 break-all font-mono text-[0.8125rem] text-muted">{e.entity}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Section>
      )}
    </>
  );
}
