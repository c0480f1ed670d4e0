import { useTranslations } from "next-intl";
import { Paper } from "@/components/ui/paper";
import { PaperPart as Part } from "@/components/ui/paper-part";
import { Facts } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import { AREAS, CHECKS, GATES } from "@/lib/acceptance/names";
import type { ReviewRecord } from "@/lib/acceptance/record";
import type { Json } from "@/lib/digest/canonical";
import { GatesPart, MeasuredPart } from "./record-runs";
import { Delegated } from "./review-head";
import { type ReviewView, standingSignatures } from "./review-view";
import { useReviewWords } from "./words";

/** The record as it was frozen: from the signature's snapshot, else the last submission's, else as it stands, and it says which. */
function frozen(review: ReviewView) {
  const { signature, submitted } = review;
  if (signature && (review.status === "signed" || review.status === "voided")) {
    const { signatures } = review;
    return { record: signature.record, digest: signature.digest, signature, signatures, kind: review.status } as const;
  }
  if (submitted && review.status === "submitted") {
    const digest = review.events.findLast((e) => e.kind === "submitted")?.digest ?? review.digest;
    // The first of two is on paper with what it binds.
    const signatures = standingSignatures(review).filter((s) => s.digest === digest);
    return { record: submitted, digest, signature: null, signatures, kind: "submitted" } as const;
  }
  return { record: review.record, digest: review.digest, signature: null, signatures: [], kind: "open" } as const;
}

/** Black on white, from the stored snapshot, with the digest that is checked over it. */
export function RecordPrint({ review, workspace }: { review: ReviewView; workspace: string }) {
  const t = useTranslations();
  const words = useReviewWords();
  const { record, digest, signature, signatures, kind } = frozen(review);
  const cost = ({ cost: c }: ReviewRecord) => (c ? words.money(c.amount, c.currency) : t("review.page.costUnknown"));
  const voidedAt = signature?.void ? words.when(signature.void.at) : "";
  return (
    <Paper
      eyebrow={`${workspace} · ${review.brief.title}`}
      title={t("review.print.title", { ref: review.reference })}
      note={t(`review.print.kind.${kind}`, { date: voidedAt })}
      foot={`${review.reference} · ${digest}`}
      actions={
        <a
          className="text-sm underline underline-offset-2"
          href={`/api/v1/reviews/${review.reference}/bundle`}
          download={`${review.reference}.json`}
        >
          {t("review.print.bundle")}
        </a>
      }
    >
      {signatures.map((s) => (
        <SignaturePart key={s.at + s.by} signature={s} />
      ))}
      <Part title={t("review.page.what")}>
        <Facts
          items={[
            { label: t("review.page.brief"), value: source(record.brief, t) },
            { label: t("review.page.plan"), value: source(record.plan, t) },
            { label: t("review.page.verdict"), value: t(`acceptance.verdict.${record.verdict.overall}`) },
            ...(record.cost === undefined ? [] : [{ label: t("review.page.cost"), value: cost(record) }]),
            { label: t("review.page.signaturesNeeded"), value: words.number(record.signaturesNeeded ?? 1) },
            { label: t("review.page.digest"), value: <Code text={digest} /> },
          ]}
        />
        {signature ? (
          <p className="text-sm">{t(signature.holds ? "review.page.holds" : "review.page.broken")}</p>
        ) : null}
      </Part>
      <VerdictPart record={record} />
      <LimitsPart record={record} />
      <EvidencePart record={record} />
      <StatementsPart record={record} />
      <GatesPart record={record} />
      <MeasuredPart record={record} />
      <p className="no-print text-sm">{t("review.print.how")}</p>
    </Paper>
  );
}

const Code = ({ text }: { text: string }) => <code className="break-all font-mono text-xs">{text}</code>;

function source(s: ReviewRecord["brief"], t: ReturnType<typeof useTranslations>) {
  return (
    <>
      {s.reference}, {t("review.page.revision", { n: s.revision })}
      <span className="block">
        <Code text={s.digest} />
      </span>
    </>
  );
}

function SignaturePart({ signature }: { signature: NonNullable<ReviewView["signature"]> }) {
  const t = useTranslations();
  const words = useReviewWords();
  return (
    <Part title={t("review.print.signature")}>
      <Facts
        items={[
          { label: t("review.print.decision"), value: t(`acceptance.decisions.${signature.decision}.name`) },
          { label: t("review.print.by"), value: signature.by ?? t("review.page.somebody") },
          ...(signature.behalf
            ? [{ label: t("review.print.onBehalf"), value: signature.behalf.name ?? t("review.page.somebody") }]
            : []),
          { label: t("review.print.at"), value: words.when(signature.at) },
          {
            label: t("review.page.lookAgain"),
            value: signature.lookAgainOn ? words.day(signature.lookAgainOn) : t("review.print.none"),
          },
        ]}
      />
      {signature.behalf ? (
        <div className="text-sm">
          <Delegated behalf={signature.behalf} />
        </div>
      ) : null}
      <p className="whitespace-pre-wrap break-words text-sm">
        {t("review.page.conditions")}: {signature.conditions ?? t("review.print.none")}
      </p>
    </Part>
  );
}

function VerdictPart({ record }: { record: ReviewRecord }) {
  const t = useTranslations();
  const { areas, checks, gates } = record.verdict;
  const rows = [
    ...AREAS.map((id) => ["areas", id, t(`acceptance.states.${areas[id]}`)] as const),
    ...CHECKS.map((id) => ["checks", id, t(`acceptance.states.${checks[id]}`)] as const),
    ...GATES.map((id) => ["gates", id, t(`acceptance.gateStates.${gates[id]}`)] as const),
  ];
  return (
    <Part title={t("review.sign.areas")}>
      <ul className="grid gap-x-8 text-sm sm:grid-cols-2 print:grid-cols-2">
        {rows.map(([room, id, state]) => (
          <li key={room + id} className="flex justify-between gap-3 border-b border-line py-1">
            <span>{t(`acceptance.${room}.${id}.name`)}</span>
            <span className="font-medium">{state}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Stored JSON keeps no order: the card's own order is the reader's. */
const ORDER: readonly string[] = [...AREAS, ...CHECKS];

function LimitsPart({ record }: { record: ReviewRecord }) {
  const t = useTranslations();
  const words = useReviewWords();
  const place = ([key]: [string, unknown]) => ORDER.indexOf(key.split(".")[0] ?? "");
  const rows = Object.entries(record.criteria)
    .filter(([, c]) => c.source !== null)
    .sort((a, b) => place(a) - place(b) || (a[0] < b[0] ? -1 : 1));
  return (
    <Part title={t("review.print.limits")}>
      <Table label={t("review.print.limits")}>
        <thead>
          <tr>
            <Th>{t("review.card.columns.what")}</Th>
            <Th numeric>{t("review.card.columns.limit")}</Th>
            <Th>{t("review.card.columns.source")}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, c]) => {
            const [at = "", id = ""] = key.split(".");
            const room = t.has(`acceptance.areas.${at}.name`) ? "areas" : "checks";
            return (
              <tr key={key}>
                <Td>{`${t(`acceptance.${room}.${at}.name`)}: ${t(`acceptance.criteria.${id}`)}`}</Td>
                <Td numeric className="min-w-28 !whitespace-normal break-words">
                  {words.value(c.limit as Json, c.unit ?? words.unit(c.source), id)}
                </Td>
                <Td>{words.source(c.source)}</Td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </Part>
  );
}

function EvidencePart({ record }: { record: ReviewRecord }) {
  const t = useTranslations();
  const words = useReviewWords();
  return (
    <Part title={t("review.evidence.title")}>
      {record.evidence.length === 0 ? <p className="text-sm">{t("review.evidence.none")}</p> : null}
      <ul className="flex flex-col gap-1 text-sm">
        {record.evidence.map((e) => (
          <li key={e.id} className="flex flex-wrap items-baseline gap-x-3">
            <span>{words.read(e.format)}</span>
            <span>{e.gate ? t(`acceptance.gates.${e.gate}.name`) : t("review.evidence.noGate")}</span>
            <Code text={e.sha256} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function StatementsPart({ record }: { record: ReviewRecord }) {
  const t = useTranslations();
  const stated = Object.entries(record.card.statements).filter(([, s]) => s.text.trim() !== "");
  const waived = record.card.notApplicable;
  return (
    <Part title={t("review.print.statements")}>
      {stated.length + waived.length === 0 ? <p className="text-sm">{t("review.print.none")}</p> : null}
      <ul className="flex flex-col gap-1 text-sm">
        {stated.map(([id, s]) => (
          <li key={id} className="break-words">
            <span className="font-medium">{t(`acceptance.statements.${id}`)}:</span> {s.text}
          </li>
        ))}
        {waived.map((n) => (
          <li key={n.area} className="break-words">
            <span className="font-medium">
              {t(`acceptance.areas.${n.area}.name`)}, {t("acceptance.states.not-applicable")}:
            </span>{" "}
            {n.reason}
          </li>
        ))}
      </ul>
    </Part>
  );
}
