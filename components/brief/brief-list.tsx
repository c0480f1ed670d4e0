import { getTranslations } from "next-intl/server";
import { ListExport } from "@/components/shell/list-export";
import { Badge } from "@/components/ui/badge";
import { Button, LinkButton } from "@/components/ui/button";
import { Input, Select } from "@/components/ui/field";
import { FILTER, FILTER_BAR } from "@/components/ui/filter-bar";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { EmptyState, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { WORKLOAD_KINDS, type WorkloadKind } from "@/lib/brief/choices";

interface BriefRow {
  readonly number: number;
  readonly title: string;
  readonly kind: string | null;
  readonly owner: string | null;
  readonly revision: number | null;
  readonly drafting: boolean;
  readonly updatedAt: string;
}

interface ListProps {
  readonly briefs: readonly BriefRow[];
  readonly canWrite: boolean;
  readonly filter: { readonly q?: string; readonly kind?: string };
}

export async function BriefList({ briefs, canWrite, filter }: ListProps) {
  const [t, format] = await Promise.all([getTranslations("brief"), getFormatter()]);
  const filtered = Boolean(filter.q || filter.kind);
  const first = briefs.length === 0 && !filtered;
  const create = canWrite ? (
    <LinkButton tone="primary" href="/briefs/new">
      {t("list.new")}
    </LinkButton>
  ) : null;
  return (
    <>
      <PageHeader title={t("list.title")} actions={first ? null : create} />
      {first ? (
        <EmptyState title={t("list.empty")} action={create}>
          {t("list.emptyText")}
        </EmptyState>
      ) : (
        <Section>
          <form className={`${FILTER_BAR} mb-4`} action="/briefs">
            <label className="sr-only" htmlFor="q">
              {t("list.search")}
            </label>
            <Input id="q" name="q" defaultValue={filter.q ?? ""} placeholder={t("list.search")} className={FILTER} />
            <label className="sr-only" htmlFor="kind">
              {t("list.kind")}
            </label>
            <Select id="kind" name="kind" defaultValue={filter.kind ?? ""} className={FILTER}>
              <option value="">{t("list.all")}</option>
              {WORKLOAD_KINDS.map((k) => (
                <option key={k} value={k}>
                  {t(`choices.kind.${k}`)}
                </option>
              ))}
            </Select>
            <Button type="submit">{t("list.filter")}</Button>
            {filtered ? (
              <LinkButton tone="ghost" href="/briefs">
                {t("list.clear")}
              </LinkButton>
            ) : null}
          </form>
          {briefs.length === 0 ? (
            <p className="text-muted">{t("list.nothing")}</p>
          ) : (
            <>
              <Table stacked label={t("list.title")}>
                <thead>
                  <tr>
                    <Th>{t("list.columns.ref")}</Th>
                    <Th>{t("list.columns.title")}</Th>
                    <Th>{t("list.columns.kind")}</Th>
                    <Th>{t("list.columns.owner")}</Th>
                    <Th>{t("list.columns.state")}</Th>
                    <Th>{t("list.columns.updated")}</Th>
                  </tr>
                </thead>
                <tbody>
                  {briefs.map((b) => (
                    <tr key={b.number}>
                      <Td className="tabular whitespace-nowrap">BRF-{b.number}</Td>
                      <Td line>
                        <Link
                          href={
                            b.revision === null && canWrite ? `/briefs/BRF-${b.number}/edit` : `/briefs/BRF-${b.number}`
                          }
                          className="font-medium text-accent underline-offset-2 hover:underline"
                        >
                          {b.title}
                        </Link>
                      </Td>
                      <Td>{b.kind ? t(`choices.kind.${b.kind as WorkloadKind}`) : "–"}</Td>
                      <Td>{b.owner ?? "–"}</Td>
                      <Td>
                        <span className="flex flex-wrap gap-1.5">
                          {b.revision ? <Badge tone="accent">{t("list.revision", { n: b.revision })}</Badge> : null}
                          {b.drafting ? <Badge>{t("list.drafting")}</Badge> : null}
                        </span>
                      </Td>
                      <Td className="whitespace-nowrap">
                        {format.dateTime(new Date(b.updatedAt), { dateStyle: "medium" })}
                      </Td>
                    </tr>
                  ))}
                </tbody>
              </Table>
              <ListExport list="briefs" filter={filter} />
            </>
          )}
        </Section>
      )}
    </>
  );
}
