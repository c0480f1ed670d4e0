"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/surface";
import type { RecordChange } from "@/lib/acceptance/record";
import { submitReview, withdrawReview } from "@/lib/acceptance/server/actions";
import type { ReviewStatus } from "@/lib/acceptance/status";
import { RecordChanges } from "./changes";

export function changesIn(data: unknown): readonly RecordChange[] {
  return (data as { changes?: readonly RecordChange[] } | undefined)?.changes ?? [];
}

interface SubmitProps {
  readonly number: number;
  readonly status: ReviewStatus;
  /** Areas that are not shown yet. */
  readonly open: number;
  /** One of two signatures is given: taking the review back ends it. */
  readonly halfSigned: boolean;
}

/** The author's one step: hand over, or take back. */
export function SubmitSection({ number, status, open, halfSigned }: SubmitProps) {
  const t = useTranslations("review.submit");
  const router = useRouter();
  const { write, pending, error, failure } = useWrite();
  const send = (run: typeof submitReview | typeof withdrawReview) => async () => {
    await write<unknown>(() => run({ number }));
    router.refresh();
  };
  return (
    <Section title={t("title")}>
      <div className="flex flex-col items-start gap-3">
        {status === "submitted" ? (
          <>
            {halfSigned ? <p className="max-w-[70ch] text-sm">{t("withdrawEnds")}</p> : null}
            <Button pending={pending} onClick={send(withdrawReview)}>
              {t("withdraw")}
            </Button>
          </>
        ) : (
          <>
            <p className="max-w-[70ch] text-sm">{t("text", { count: open })}</p>
            <Button tone="primary" pending={pending} onClick={send(submitReview)}>
              {t("button")}
            </Button>
          </>
        )}
        <div role="status" className="text-sm">
          {error ? <p className="font-medium text-bad">{error}</p> : null}
          <RecordChanges changes={changesIn(failure?.data)} />
        </div>
      </div>
    </Section>
  );
}
