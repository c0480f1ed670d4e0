"use client";
import { useEffect, useRef } from "react";

export interface SummaryError {
  /** Id of the control that the line links to; absent for an error of the whole form. */
  readonly fieldId?: string;
  readonly text: string;
}

/** Takes the focus when it appears and links to each field, in the same words as beside the field. */
export function ErrorSummary({ title, errors }: { title: string; errors: readonly SummaryError[] }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list of errors takes the focus again
  useEffect(() => {
    box.current?.focus();
  }, [errors]);
  if (errors.length === 0) return null;
  return (
    <div ref={box} role="alert" tabIndex={-1} className="rounded-md border-l-4 border-bad bg-bad-soft p-4">
      <p className="font-semibold">{title}</p>
      <ul
        className={`mt-1.5 list-disc space-y-1 pl-5 text-sm ${errors.length > 8 ? "gap-x-8 sm:columns-2 xl:columns-3" : ""}`}
      >
        {errors.map((e) => (
          <li key={`${e.fieldId ?? ""}${e.text}`}>
            {e.fieldId ? (
              <a className="underline underline-offset-2" href={`#${e.fieldId}`}>
                {e.text}
              </a>
            ) : (
              e.text
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
