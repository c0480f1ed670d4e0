import { getTranslations } from "next-intl/server";
import { ListExport } from "@/components/shell/list-export";
import { Button, LinkButton } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { FILTER, FILTER_BAR } from "@/components/ui/filter-bar";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { EmptyState, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { Decision } from "@/lib/acceptance/names";
import { REVIEW_STATUSES, type ReviewStatus } from "@/lib/acceptance/status";
import { shownZone } from "@/lib/i18n/zone";
import { StatusBadge } from "./status-badge";

interface ReviewRow {
  readonly number: number;
  readonly plan: number;
  readonly brief: { readonly number: number; readonly title: string };
  readonly status: ReviewStatus;
  readonly decision: Decision | null;
  readonly evidence: number;
  readonly at: string;
}

const LINK = "font-medium text-accent underline-offset-2 hover:underline";

export async function ReviewList({ reviews, state }: { reviews: readonly ReviewRow[]; state: string }) {
  const t = await getTranslations("review");
  if (reviews.length === 0 && state === "") {
    return (
      <>
        <PageHeader title={t("list.title")} note={t("list.note")} />
        <EmptyState
          title={t("list.empty")}
          action={
            <LinkButton tone="primary" href="/briefs">
              {t("list.toBriefs")}
            </LinkButton>
          }
        >
          {t("list.emptyText")}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title={t("list.title")} note={t("list.note")} />
      <Section>
        <form className={`${FILTER_BAR} mb-4`} action="/reviews">
          <label className="sr-only" htmlFor="state">
            {t("list.state")}
          </label>
          <Select id="state" name="state" defaultValue={state} className={FILTER}>
            <option value="">{t("list.every")}</option>
            {REVIEW_STATUSES.map((s) => (
              <option key={s} value={s}>
                {t(`status.${s}`)}
              </option>
            ))}
          </Select>
          <Button type="submit">{t("list.filter")}</Button>
          {state ? (
            <LinkButton tone="ghost" href="/reviews">
              {t("list.clear")}
            </LinkButton>
          ) : null}
        </form>
        {reviews.length === 0 ? (
          <p className="text-muted">{t("list.nothing")}</p>
        ) : (
          <>
            <Rows reviews={reviews} />
            <ListExport list="reviews" filter={{ state }} />
          </>
        )}
      </Section>
    </>
  );
}

async function Rows({ reviews }: { reviews: readonly ReviewRow[] }) {
  const [t, format] = await Promise.all([getTranslations(), getFormatter()]);
  const columns = ["ref", "brief", "plan", "state"] as const;
  return (
    <Table stacked label={t("review.list.title")}>
      <thead>
        <tr>
          {columns.map((c) => (
            <Th key={c}>{t(`review.list.columns.${c}`)}</Th>
          ))}
          <Th numeric>{t("review.list.columns.evidence")}</Th>
          <Th>{t("review.list.columns.at")}</Th>
        </tr>
      </thead>
      <tbody>
        {reviews.map((r) => (
          <tr key={r.number}>
            <Td className="tabular whitespace-nowrap">
              <Link href={`/reviews/REV-${r.number}`} className={LINK}>
                REV-{r.number}
              </Link>
            </Td>
            <Td line className="min-w-40">
              <Link href={`/reviews/REV-${r.number}`} className={LINK}>
                {r.brief.title}
              </Link>
            </Td>
            <Td className="tabular whitespace-nowrap">
              <Link href={`/plans/PLN-${r.plan}`} className={LINK}>
                PLN-{r.plan}
              </Link>
            </Td>
            <Td>
              <StatusBadge status={r.status} />
              {r.decision ? (
                <span className="block text-[0.8125rem] text-muted">
                  {t(`acceptance.decisions.${r.decision}.name`)}
                </span>
              ) : null}
            </Td>
            <Td numeric label={t("review.list.columns.evidence")}>
              {format.number(r.evidence)}
            </Td>
            <Td className="whitespace-nowrap">
              {format.dateTime(new Date(r.at), { dateStyle: "medium", timeZone: shownZone().name })}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
