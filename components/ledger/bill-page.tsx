import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/components/ui/button";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import { Callout, Facts, PageHeader, Section } from "@/components/ui/surface";
import { formats } from "@/lib/ledger/import/registry.generated";
import { BillChecks } from "./bill-checks";
import { BillPiles } from "./bill-piles";
import { BillRows } from "./bill-rows";
import type { BillPageData, PlanView } from "./bill-types";
import { BillWork } from "./bill-work";
import { ClassGroups } from "./class-groups";
import { ClassHistory } from "./class-history";
import { CommitPanel, DiscardButton, RestoreButton } from "./commit-panel";
import { ImportReasons, ImportStateBadge } from "./import-state-words";
import { RematchForm } from "./rematch-form";
import { SourceChoice } from "./source-choice";
import { otherAccountsOf, TakenBackNote } from "./taken-back-note";

/** What a format is called, with the version of the file in place of those that are read; of an unknown one its id. */
function formatName(id: string, version: string | null): string {
  const title = formats.find((f) => f.id === id)?.title ?? id;
  return version === null ? title : `${title.replace(/ [\d.]+(?:–[\d.]+)?$/, "")} ${version}`;
}

export async function BillPage({
  bill,
  sources,
  basis,
  timeZone,
  canWrite,
  view,
  unreadable,
  pile,
  work,
  classChanges,
  state,
}: BillPageData) {
  const [t, format] = await Promise.all([getTranslations("ledger"), getFormatter()]);
  const reference = `BILL-${bill.number}`;
  const facts = [
    {
      label: t("bill.facts.file"),
      value: `${bill.fileName} (${t("import.bytes", { bytes: format.number(bill.size) })})`,
    },
    { label: t("bill.facts.format"), value: view ? formatName(view.format, view.version) : "–" },
    { label: t("bill.source"), value: bill.sourceName ?? t("import.noSource") },
    {
      label: t("bill.facts.zone"),
      value: bill.timeZone ? t("bill.facts.zoneOwn", { zone: bill.timeZone }) : t("bill.facts.zoneUtc"),
    },
    {
      label: t("bill.facts.digest"),
      value: <code className="font-mono text-xs break-all">{bill.sha256}</code>,
      wide: true,
    },
  ];
  const committed =
    bill.committedAt === null
      ? t("bill.planNote")
      : t("bill.committedNote", {
          date: format.dateTime(new Date(bill.committedAt), { dateStyle: "medium", timeStyle: "short", timeZone }),
          who: bill.committedBy ?? "–",
        });
  const history = canWrite ? <ClassHistory bill={bill.number} changes={classChanges} timeZone={timeZone} /> : null;
  return (
    <>
      <PageHeader
        eyebrow={
          <Link href="/ledger/import" className="underline-offset-2 hover:underline">
            {t("import.history")}
          </Link>
        }
        title={reference}
        badge={<ImportStateBadge stage={bill.state} state={state} />}
        note={unreadable === null && bill.state !== "discarded" ? committed : undefined}
        actions={
          <>
            {bill.state === "committed" ? (
              <LinkButton href={`/ledger?import=${reference}`}>{t("bill.entries")}</LinkButton>
            ) : null}
            <a
              className="inline-flex min-h-10 pointer-coarse:min-h-11 items-center rounded-md border border-control bg-surface px-3.5 py-1.5 text-sm font-medium hover:bg-sunken"
              href={`/api/bills/${reference}`}
              download
            >
              {t("bill.download")}
            </a>
          </>
        }
      />
      <Section>
        <Facts items={facts} />
        {sources.length > 0 ? <SourceChoice bill={bill.number} chosen={bill.sourceId} sources={sources} /> : null}
      </Section>
      {bill.state === "discarded" ? (
        <Callout>
          <p className="mb-2">{t("commit.discarded")}</p>
          {canWrite ? <RestoreButton bill={bill.number} /> : null}
        </Callout>
      ) : null}
      {state.reasons.length > 0 && unreadable === null ? (
        <Callout tone="warn" title={t("importState.look")}>
          <ImportReasons reasons={state.reasons} />
        </Callout>
      ) : null}
      {unreadable !== null ? (
        <>
          <Callout tone="bad" title={t("bill.unreadable")}>
            <p>{t(`fileError.${unreadable}`)}</p>
            <p className="mt-1">{t("bill.kept")}</p>
          </Callout>
          {canWrite && bill.state === "planned" ? <DiscardButton bill={bill.number} /> : null}
        </>
      ) : null}
      {work ? <BillWork bill={bill.number} basis={basis} work={work} canWrite={canWrite} /> : null}
      {work && work.state !== "running" && canWrite ? <DiscardButton bill={bill.number} /> : null}
      {view === null ? history : null}
      {view ? (
        <>
          <BillPiles
            reference={reference}
            view={view}
            basis={basis}
            pile={pile ?? "new"}
            open={bill.state === "planned"}
          />
          <RefusedNote view={view} />
          <ControlsNote view={view} />
          <TakenBackNote view={view} source={bill.sourceName} open={bill.state === "planned"} />
          {bill.state === "planned" && canWrite && view.groups.length > 0 ? (
            <ClassGroups bill={bill.number} groups={view.groups} basis={basis} />
          ) : null}
          {history}
          {bill.state === "planned" ? (
            canWrite ? (
              <CommitPanel
                key={view.digest}
                bill={bill.number}
                basis={basis}
                digest={view.digest}
                entries={view.entries}
                takenBack={view.takenBack?.entries ?? 0}
                otherAccounts={otherAccountsOf(view)}
                unclassified={view.piles.find((p) => p.pile === "unclassified")?.rows ?? 0}
                proofHolds={view.proof.holds}
              />
            ) : (
              <p className="text-muted">{t("commit.financeOnly")}</p>
            )
          ) : null}
          <BillRows bill={bill} view={view} basis={basis} pile={pile ?? "new"} timeZone={timeZone} />
          <BillChecks view={view} />
          {bill.state === "committed" && canWrite ? <RematchForm bill={bill.number} /> : null}
        </>
      ) : null}
    </>
  );
}

/** Totals of the file that its rows do not give, in the file's own words. */
async function ControlsNote({ view }: { view: PlanView }) {
  const t = await getTranslations("ledger.bill");
  const { differ, shown } = view.controls ?? { differ: 0, shown: [] };
  if (differ === 0) return null;
  return (
    <Callout tone="warn" title={t("controls", { count: differ })}>
      <ul className="list-disc pl-5">
        {shown.map(({ name, stated, computed }) => (
          <li key={name}>
            <span lang="en">{name}</span>: {t("control", { stated, computed })}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

async function RefusedNote({ view }: { view: PlanView }) {
  const t = await getTranslations("ledger.bill");
  const refused = view.piles.find((p) => p.pile === "refused")?.rows ?? 0;
  if (refused === 0) return null;
  return <Callout tone="warn">{t("refusedSome", { count: refused })}</Callout>;
}
