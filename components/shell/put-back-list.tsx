import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Disclosure } from "@/components/ui/disclosure";
import type { Result } from "@/lib/errors";
import { UndoButton } from "./undo-button";

export interface PutBackLine {
  readonly id: string;
  /** What the button's name says beside the word on it. */
  readonly name: string;
  readonly says: ReactNode;
  /** Null where it stands in the list, but nothing is left to put back. */
  readonly run: (() => Promise<Result<unknown>>) | null;
}

/** What was taken away lately, each line with its way back; nothing where nothing was. */
export function PutBackList({
  lines,
  title,
  note,
  label,
}: {
  lines: readonly PutBackLine[];
  title?: string;
  note?: string;
  label?: string;
}) {
  const t = useTranslations("undo");
  if (lines.length === 0) return null;
  return (
    <div className="no-print">
      <Disclosure summary={`${title ?? t("lately")} (${lines.length})`}>
        <p className="mb-2 text-[0.8125rem] text-muted">{note ?? t("latelyNote")}</p>
        <ul className="divide-y divide-line text-sm">
          {lines.map((line) => (
            <li key={line.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
              <span className="min-w-0 break-words">{line.says}</span>
              {line.run ? (
                <UndoButton run={line.run} name={line.name}>
                  {label ?? t("putBack")}
                </UndoButton>
              ) : null}
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}
