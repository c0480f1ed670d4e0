import { useTranslations } from "next-intl";
import type { RecordChange } from "@/lib/acceptance/record";
import { useChangeWord } from "./change-word";

/** Differences of two records, in words. */
export function RecordChanges({ changes }: { changes: readonly RecordChange[] }) {
  const change = useChangeWord();
  return (
    <ul className="list-disc space-y-0.5 pl-5 text-sm">
      {changes.map((c) => {
        const text = change(c);
        return <li key={text}>{text}</li>;
      })}
    </ul>
  );
}

export interface VoidChange {
  readonly what: "brief" | "plan" | "evidence" | "card" | "review";
  readonly detail: string;
}

/** What ended a signature, as it was noted when it happened. */
export function VoidChanges({ changes }: { changes: readonly VoidChange[] }) {
  const t = useTranslations("review.changes");
  const detail = (c: VoidChange) =>
    c.what === "card" || c.what === "review"
      ? c.detail
          .split(", ")
          .map((p) => (t.has(`parts.${p}`) ? t(`parts.${p}`) : p))
          .join(", ")
      : c.detail;
  return (
    <ul className="list-disc space-y-0.5 pl-5 text-sm">
      {changes.map((c) => (
        <li key={c.what + c.detail} className="break-words">
          <span className="font-medium">{t(`what.${c.what}`)}:</span> {detail(c)}
        </li>
      ))}
    </ul>
  );
}
