import { useTranslations } from "next-intl";
import { Callout, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { LiveHost } from "@/lib/acceptance/live";
import { ForgetHost, HostForm } from "./host-form";

/** Hosts that live measurements may ask; everything else is refused. */
export function LiveHosts({
  hosts,
  canChange,
  isSample,
}: {
  hosts: readonly LiveHost[];
  canChange: boolean;
  isSample: boolean;
}) {
  const t = useTranslations("review.hosts");
  return (
    <>
      <PageHeader title={t("title")} note={t("note")} />
      {isSample ? <Callout>{t("sample")}</Callout> : null}
      <Section title={t("list")}>
        {hosts.length === 0 ? (
          <p className="text-muted">{t("none")}</p>
        ) : (
          <Table label={t("list")}>
            <thead>
              <tr>
                <Th>{t("host")}</Th>
                <Th>{t("where")}</Th>
                <Th>
                  <span className="sr-only">{t("actions")}</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {hosts.map((h) => (
                <tr key={h.host}>
                  <Td className="wrap-anywhere font-mono text-[0.8125rem]">{h.host}</Td>
                  <Td>{t(h.inside ? "inside" : "outside")}</Td>
                  <Td>{canChange ? <ForgetHost host={h.host} inside={h.inside} /> : null}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Section>
      {canChange ? <HostForm /> : null}
    </>
  );
}
