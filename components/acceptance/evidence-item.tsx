import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/disclosure";
import Link from "@/components/ui/link";
import { Facts } from "@/components/ui/surface";
import { Table, Td, Th } from "@/components/ui/table";
import type { EvidenceAnswer, EvidenceRefusal } from "@/lib/acceptance/evidence/read";
import type { GateId } from "@/lib/acceptance/names";
import type { NotCounted } from "@/lib/acceptance/selection";
import { settingName } from "@/lib/catalog/setting-names";
import { EraseForm } from "./erase-form";
import { useReviewWords } from "./words";

export interface EvidenceEntry {
  readonly id: string;
  readonly gate: GateId | null;
  readonly fileName: string;
  readonly size: number;
  readonly sha256: string;
  readonly reading: EvidenceAnswer | EvidenceRefusal;
  readonly by: string | null;
  readonly at: string;
  readonly erased: { readonly at: string; readonly reason: string } | null;
}

/** Where it came from, what was read out of it, and every line that was not. */
export function EvidenceItem({
  entry,
  review,
  notCounted,
  canErase,
}: {
  entry: EvidenceEntry;
  review: number;
  notCounted: NotCounted | null;
  canErase: boolean;
}) {
  const t = useTranslations();
  const words = useReviewWords();
  const { reading, erased } = entry;
  return (
    <li id={`evidence-${entry.id}`} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 wrap-anywhere font-semibold">{erased ? t("review.evidence.erased") : entry.fileName}</h3>
        <span className="flex flex-wrap gap-1.5">
          <Badge>{entry.gate ? t(`acceptance.gates.${entry.gate}.name`) : t("review.evidence.noGate")}</Badge>
          {erased ? (
            <Badge tone="neutral">{t("review.evidence.erased")}</Badge>
          ) : notCounted ? (
            <Badge tone="warn">{t("review.evidence.notCounted")}</Badge>
          ) : (
            <Badge tone="accent">{t("review.evidence.counts")}</Badge>
          )}
        </span>
      </div>
      {erased ? (
        <p className="break-words text-sm">
          {t("review.evidence.erasedText", { date: words.when(erased.at), reason: erased.reason })}
        </p>
      ) : notCounted ? (
        <p className="text-sm font-medium text-warn">{t(`acceptance.notCounted.${notCounted}`)}</p>
      ) : null}
      <Origin entry={entry} />
      {erased ? null : (
        <>
          <ReadingView name={entry.fileName} reading={reading} />
          {(reading.format === null ? [] : (reading.parts ?? [])).map((part, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: outputs of a stored paste keep their order
            <div key={`${part.format}-${i}`} className="flex flex-col gap-3 border-line border-t pt-3">
              <p className="text-sm font-medium">
                {t("review.evidence.part", { format: words.read(part.format), tool: part.tool })}
              </p>
              <ReadingView name={`${entry.fileName}, ${words.read(part.format)}`} reading={part} />
            </div>
          ))}
          <div className="no-print flex flex-wrap items-start gap-x-4 gap-y-2 text-sm">
            <Link
              className="inline-flex items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11"
              href={`/reviews/REV-${review}/evidence/${entry.id}`}
            >
              {t("review.evidence.raw")}
            </Link>
            <a
              className="inline-flex items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11"
              href={`/api/v1/evidence/${entry.id}`}
              download={entry.fileName}
            >
              {t("review.evidence.download")}
            </a>
            {canErase ? <EraseForm number={review} evidence={entry.id} name={entry.fileName} /> : null}
          </div>
        </>
      )}
    </li>
  );
}

function Origin({ entry }: { entry: EvidenceEntry }) {
  const t = useTranslations("review.evidence");
  const words = useReviewWords();
  const { reading } = entry;
  const read = reading.format !== null && entry.erased === null;
  return (
    <Facts
      items={[
        { label: t("format"), value: words.read(read ? reading.format : null) },
        {
          label: t("tool"),
          value: read ? `${settingName(reading.tool) ?? reading.tool} ${reading.toolVersion ?? ""}`.trim() : "–",
        },
        { label: t("by"), value: t("byAt", { by: entry.by ?? "–", date: words.when(entry.at) }) },
        { label: t("size"), value: `${words.number(entry.size)}\u00a0B` },
        { label: t("sha"), value: <code className="break-all font-mono text-xs">{entry.sha256}</code>, wide: true },
      ]}
    />
  );
}

function ReadingView({ name, reading }: { name: string; reading: EvidenceEntry["reading"] }) {
  const t = useTranslations();
  if (reading.format === null) {
    return <p className="text-sm font-medium text-warn">{t(`acceptance.refusals.${reading.error.code}`)}</p>;
  }
  const unread = reading.unread.length + reading.unreadMore;
  return (
    <>
      {reading.warnings.length > 0 ? (
        <ul className="list-disc pl-5 text-sm text-warn">
          {reading.warnings.map((w) => (
            <li key={w.code + w.message}>
              {t.has(`acceptance.warnings.${w.code}`) ? t(`acceptance.warnings.${w.code}`) : w.message}
            </li>
          ))}
        </ul>
      ) : null}
      <Disclosure summary={t("review.evidence.facts", { count: Object.keys(reading.facts).length })}>
        <FactTable name={name} facts={reading.facts} />
      </Disclosure>
      {unread === 0 ? (
        <p className="text-sm text-muted">{t("review.evidence.lines", { count: 0 })}</p>
      ) : (
        <Disclosure summary={<span className="text-warn">{t("review.evidence.lines", { count: unread })}</span>}>
          <ul className="flex flex-col gap-1 font-mono text-xs text-warn">
            {reading.unread.map((l, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a progress bar gives many lines one number
              <li key={`${l.line}-${i}`} className="wrap-anywhere">
                <span className="text-muted">{t("review.evidence.line", { n: l.line })}</span> {l.text}
              </li>
            ))}
          </ul>
          {reading.unreadMore > 0 ? (
            <p className="mt-2 text-sm text-warn">{t("review.evidence.more", { count: reading.unreadMore })}</p>
          ) : null}
        </Disclosure>
      )}
    </>
  );
}

/** A fact as it was read: words as they are, several with commas between. */
function plain(value: unknown): string {
  if (value === null) return "–";
  if (typeof value === "string") return value;
  const several = Array.isArray(value) && value.every((v) => v === null || typeof v !== "object");
  return several ? value.map(plain).join(", ") : JSON.stringify(value);
}

function FactTable({ name, facts }: { name: string; facts: EvidenceAnswer["facts"] }) {
  const t = useTranslations("review.evidence");
  return (
    <Table label={`${t("facts", { count: Object.keys(facts).length })}: ${name}`}>
      <thead>
        <tr>
          <Th>{t("fact")}</Th>
          <Th>{t("value")}</Th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(facts).map(([key, value]) => (
          <tr key={key}>
            <Td>
              <code className="font-mono text-xs">{key}</code>
            </Td>
            <Td className="wrap-anywhere">{plain(value).slice(0, 600)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
