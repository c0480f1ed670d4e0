import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { LinkButton } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { EmptyState, PageHeader, Section } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { type JudgedRun, LET_PASS, type RunFigure } from "@/lib/acceptance/regression";
import { StateBadge } from "./status-badge";
import { useReviewWords } from "./words";

interface Run extends JudgedRun {
  readonly review: number;
  readonly fileName: string;
  readonly format: string;
  readonly by: string | null;
  readonly at: string;
  /** By token: from CI or a script. */
  readonly pushed: boolean;
}

interface Props {
  readonly number: number;
  readonly brief: { readonly number: number; readonly title: string };
  readonly most: number;
  readonly runs: readonly Run[];
}

const LINK = "text-accent underline underline-offset-2";

/** Results of load tests by revision of the brief, newest first, each beside the last passing one. */
export function RunsPage({ number, brief, most, runs }: Props) {
  const t = useTranslations("review.runs");
  const back = useTranslations("review.evidence");
  const words = useReviewWords();
  const revisions = [...new Set(runs.map((r) => r.revision))].sort((a, b) => b - a);
  const limits = {
    rate: words.number(LET_PASS.ratePct),
    tail: words.number(LET_PASS.tailPct),
    errors: words.number(LET_PASS.errorPoints),
  };
  return (
    <>
      <PageHeader
        eyebrow={`BRF-${brief.number} · ${brief.title}`}
        title={t("title", { ref: `REV-${number}` })}
        note={t("note")}
        actions={<LinkButton href={`/reviews/REV-${number}`}>{back("back", { ref: `REV-${number}` })}</LinkButton>}
      />
      <p className="max-w-[75ch] text-sm">{t("letPass", limits)}</p>
      {runs.length === 0 ? (
        <EmptyState title={t("none")}>
          {t.rich("noneText", { code: (c) => <code className="font-mono text-[0.8125rem]">{c}</code> })}
        </EmptyState>
      ) : null}
      {runs.length >= most ? <p className="text-sm text-muted">{t("newestOnly", { most })}</p> : null}
      {revisions.map((revision) => (
        <Section key={revision} id={`revision-${revision}`} title={t("revision", { n: revision })}>
          <ol className="flex flex-col gap-6">
            {runs
              .filter((r) => r.revision === revision)
              .reverse()
              .map((r) => (
                <OneRun key={r.id} run={r} against={runs.find((x) => x.id === r.against)} />
              ))}
          </ol>
        </Section>
      ))}
    </>
  );
}

function OneRun({ run, against }: { run: Run; against: Run | undefined }) {
  const t = useTranslations("review.runs");
  const criteria = useTranslations("acceptance.criteria");
  const words = useReviewWords();
  const somebody = useTranslations("review.page")("somebody");
  return (
    <li className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 wrap-anywhere font-semibold">
          <Link className={LINK} href={`/reviews/REV-${run.review}/evidence/${run.id}`}>
            {run.fileName}
          </Link>
        </h3>
        <StateBadge state={run.state} />
        {run.regressed ? <Badge tone="bad">{t("regressed")}</Badge> : null}
        {run.pushed ? <Badge tone="neutral">{t("pushed")}</Badge> : null}
        <span className="text-[0.8125rem] text-muted">
          {`${words.read(run.format)}, ${run.by ?? somebody}, ${words.when(run.at)}`}
        </span>
      </div>
      {run.missed.length > 0 ? (
        <ul className="list-disc pl-5 text-sm">
          {run.missed.map((c, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one criterion can stand twice
            <li key={`${c.id}${i}`}>{`${criteria(c.id)}: ${words.reasonText(c.reason) ?? "–"}`}</li>
          ))}
        </ul>
      ) : null}
      <p className="text-sm text-muted">
        {against
          ? t("against", { name: against.fileName, at: words.when(against.at), n: against.revision })
          : t("firstPassing")}
      </p>
      {run.alsoDiffers.length > 0 ? (
        <p className="text-sm font-medium text-warn">{t("alsoDiffers", { facts: run.alsoDiffers.join(", ") })}</p>
      ) : null}
      <Figures run={run} />
    </li>
  );
}

function Figures({ run }: { run: Run }) {
  const t = useTranslations("review.runs");
  const criteria = useTranslations("acceptance.criteria");
  const words = useReviewWords();
  const figure = (n: number | null, unit: string) => (n === null ? "–" : words.amount(n, unit));
  const change = ({ changePct: c }: RunFigure) => (c === null ? "–" : `${c > 0 ? "+" : ""}${words.number(c)}\u00a0%`);
  return (
    <Table label={t("figures", { name: run.fileName })}>
      <thead>
        <tr>
          <Th>{t("figure")}</Th>
          <Th numeric>{t("seen")}</Th>
          {run.against === null ? null : (
            <>
              <Th numeric>{t("before")}</Th>
              <Th numeric>{t("change")}</Th>
              <Th>{t("verdict")}</Th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {run.figures.map((f) => (
          <tr key={f.id}>
            <Td className="sm:whitespace-nowrap">{criteria(f.id)}</Td>
            <Td numeric>{figure(f.seen, f.unit)}</Td>
            {run.against === null ? null : (
              <>
                <Td numeric>{figure(f.before, f.unit)}</Td>
                <Td numeric>{change(f)}</Td>
                <Td>{f.before === null || f.seen === null ? "–" : t(f.regressed ? "worse" : "within")}</Td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
