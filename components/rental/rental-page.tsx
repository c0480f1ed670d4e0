import { getTranslations } from "next-intl/server";
import { Badge } from "@/components/ui/badge";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { Callout, Facts, PageHeader, Section } from "@/components/ui/surface";
import type { QuotedRental } from "@/lib/boundary/quoted";
import { type ExitChecklist, openExitItems, type RentalStatus } from "@/lib/boundary/rental";
import { EndRental } from "./end-rental";
import { ExitForm } from "./exit-form";
import { MapForm } from "./map-form";
import { QuotedSection } from "./quoted-section";
import { RentalStatusBadge } from "./status-badge";

export interface RentalView {
  readonly number: number;
  readonly kind: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly endedAt: string | null;
  readonly exit: ExitChecklist;
  readonly status: RentalStatus;
  readonly plan: number;
  readonly brief: { readonly number: number; readonly title: string };
  readonly reviews: readonly number[];
  readonly owner: string | null;
  readonly stopRule: string;
  readonly resourceIds: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
  readonly signed: boolean;
  readonly billedAfterEnd: number;
  readonly quoted: QuotedRental | null;
}

/** One rental: what it is, what bills call it, its end, and the list of what is kept and what is shown deleted. */
export async function RentalPage({ rental, canWrite }: { rental: RentalView; canWrite: boolean }) {
  const t = await getTranslations("rental");
  const open = openExitItems(rental.exit).length;
  return (
    <>
      <PageHeader
        eyebrow={`RNT-${rental.number} · ${t(`kinds.${rental.kind}`)}`}
        title={rental.brief.title}
        badge={<RentalStatusBadge status={rental.status} />}
      />
      {rental.status === "overdue" ? (
        <Callout tone="bad" title={t("page.overdue")}>
          {t("page.overdueText")}
        </Callout>
      ) : null}
      {rental.billedAfterEnd > 0 ? (
        <Callout tone="bad" title={t("page.billedAfterEnd", { count: rental.billedAfterEnd })}>
          {t("page.billedAfterEndText")}
        </Callout>
      ) : null}
      <Section title={t("page.facts")}>
        <RentalFacts rental={rental} />
      </Section>
      <QuotedSection quoted={rental.quoted} number={rental.number} />
      <Section title={t("page.names")} note={t("page.namesNote")}>
        <MapForm number={rental.number} ids={rental.resourceIds} tags={rental.tags} canWrite={canWrite} />
      </Section>
      {rental.endedAt === null && canWrite ? (
        <Section title={t("end.title")} note={t("end.note")}>
          <EndRental number={rental.number} startsAt={rental.startsAt} />
        </Section>
      ) : null}
      <Section
        title={t("exit.title")}
        note={t("exit.note")}
        actions={
          open === 0 ? (
            <Badge tone="good">{t("exit.complete")}</Badge>
          ) : (
            <Badge>{t("exit.open", { count: open })}</Badge>
          )
        }
      >
        <ExitForm number={rental.number} exit={rental.exit} canWrite={canWrite} />
      </Section>
    </>
  );
}

async function RentalFacts({ rental }: { rental: RentalView }) {
  const [t, format] = await Promise.all([getTranslations("rental.facts"), getFormatter()]);
  const instant = (iso: string) =>
    format.dateTime(new Date(iso), { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  const link = (href: string, text: string) => (
    <Link key={href} className="mr-3 text-accent underline underline-offset-2" href={href}>
      {text}
    </Link>
  );
  return (
    <Facts
      items={[
        { label: t("starts"), value: instant(rental.startsAt) },
        { label: t("ends"), value: instant(rental.endsAt) },
        { label: t("ended"), value: rental.endedAt ? instant(rental.endedAt) : t("notEnded") },
        { label: t("owner"), value: rental.owner ?? "–" },
        { label: t("stopRule"), value: rental.stopRule },
        { label: t("decision"), value: t(rental.kind === "trial" ? "isTrial" : rental.signed ? "signed" : "unsigned") },
        { label: t("plan"), value: link(`/plans/PLN-${rental.plan}`, `PLN-${rental.plan}`) },
        { label: t("brief"), value: link(`/briefs/BRF-${rental.brief.number}`, `BRF-${rental.brief.number}`) },
        {
          label: t("reviews"),
          value: rental.reviews.length > 0 ? rental.reviews.map((r) => link(`/reviews/REV-${r}`, `REV-${r}`)) : "–",
        },
      ]}
    />
  );
}
