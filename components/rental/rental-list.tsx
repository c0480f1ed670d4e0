import { getTranslations } from "next-intl/server";
import { ListExport } from "@/components/shell/list-export";
import { LinkButton } from "@/components/ui/button";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { EmptyState, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { RentalStatus } from "@/lib/boundary/rental";
import { RentalStatusBadge } from "./status-badge";

interface RentalRow {
  readonly number: number;
  readonly kind: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly endedAt: string | null;
  readonly status: RentalStatus;
  readonly plan: number;
  readonly brief: { readonly number: number; readonly title: string };
}

/** Every rental with its state; what still costs and what still has to be shown deleted stands out in words. */
export async function RentalList({ rentals }: { rentals: readonly RentalRow[] }) {
  const [t, format] = await Promise.all([getTranslations("rental"), getFormatter()]);
  const day = (iso: string) => format.dateTime(new Date(iso), { dateStyle: "medium", timeZone: "UTC" });
  return (
    <>
      <PageHeader title={t("list.title")} note={t("list.note")} />
      {rentals.length === 0 ? (
        <EmptyState title={t("list.empty")} action={<LinkButton href="/briefs">{t("list.toBriefs")}</LinkButton>}>
          {t("list.emptyText")}
        </EmptyState>
      ) : (
        <Section>
          <Table stacked label={t("list.title")}>
            <thead>
              <tr>
                <Th>{t("list.columns.ref")}</Th>
                <Th>{t("list.columns.work")}</Th>
                <Th>{t("list.columns.kind")}</Th>
                <Th>{t("list.columns.starts")}</Th>
                <Th>{t("list.columns.ends")}</Th>
                <Th>{t("list.columns.state")}</Th>
              </tr>
            </thead>
            <tbody>
              {rentals.map((r) => (
                <tr key={r.number}>
                  <Td className="tabular whitespace-nowrap">
                    <Link
                      className="font-medium text-accent underline-offset-2 hover:underline"
                      href={`/rentals/RNT-${r.number}`}
                    >
                      RNT-{r.number}
                    </Link>
                  </Td>
                  <Td line>
                    {r.brief.title}
                    <span className="block text-[0.8125rem] text-muted">
                      <Link className="underline underline-offset-2" href={`/plans/PLN-${r.plan}`}>
                        PLN-{r.plan}
                      </Link>
                    </span>
                  </Td>
                  <Td>{t(`kinds.${r.kind}`)}</Td>
                  <Td className="tabular whitespace-nowrap" label={t("list.columns.starts")}>
                    {day(r.startsAt)}
                  </Td>
                  <Td className="tabular whitespace-nowrap" label={t("list.columns.ends")}>
                    {day(r.endedAt ?? r.endsAt)}
                  </Td>
                  <Td>
                    <RentalStatusBadge status={r.status} />
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
          <ListExport list="rentals" />
        </Section>
      )}
    </>
  );
}
