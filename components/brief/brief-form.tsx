"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { ErrorSummary, type SummaryError } from "@/components/ui/error-summary";
import { Callout, PageHeader } from "@/components/ui/surface";
import { missingFields } from "@/lib/brief/completeness";
import { fieldAt } from "@/lib/brief/fields";
import { lookedAt, notLookedAt } from "@/lib/brief/from-example";
import { progressOf } from "@/lib/brief/progress";
import type { BriefDraft, FieldPath } from "@/lib/brief/schema";
import { submitRevision } from "@/lib/brief/server/actions";
import { BriefBlocks } from "./brief-blocks";
import { EstimatePanel } from "./estimate-panel";
import { fieldId } from "./field-id";
import { LookDialog } from "./look-dialog";
import { ProgressBar, ProgressPanel } from "./progress-panel";
import { SaveNote } from "./save-note";
import { type SaveState, useDraft } from "./use-draft";
import { useUnfoldedTarget } from "./use-unfolded-target";

export interface BriefFormProps {
  readonly number: number;
  readonly lastRevision: number | null;
  readonly version: number;
  readonly savedAt: string | null;
  readonly content: BriefDraft;
  /** Who writes: proposed as the owner. */
  readonly person: string;
  readonly models: readonly { readonly value: string; readonly label: string }[];
  readonly accelerators: readonly { readonly value: string; readonly label: string }[];
}

/** Long but calm: blocks in the order of the method; beside them what is missing, with ways to it, and the estimate. */
export function BriefForm(props: BriefFormProps) {
  const t = useTranslations("brief");
  const all = useTranslations();
  const router = useRouter();
  const { draft, change, state, flush, settle, version } = useDraft(
    props.number,
    props.content,
    props.version,
    props.savedAt,
  );
  const { write, pending, error, failure } = useWrite();
  const [asked, setAsked] = useState<readonly FieldPath[]>([]);
  const progress = useMemo(() => progressOf(draft), [draft]);
  const shown = progress.open.flatMap((b) => b.missing.map((m) => m.path)).filter((path) => asked.includes(path));
  const [summary, setSummary] = useState<readonly SummaryError[]>([]);
  const [looking, setLooking] = useState(false);
  useUnfoldedTarget();

  async function submit() {
    const now = missingFields(draft);
    if (now.length > 0) {
      setAsked(now.map((m) => m.path));
      setSummary(
        now.map((m) => ({
          fieldId: fieldId(m.path),
          text: m.reason === "only-a-card" ? all(m.reasonKey) : `${all(fieldAt(m.path).labelKey)}: ${all(m.reasonKey)}`,
        })),
      );
      await flush();
      return;
    }
    setSummary([]);
    if (notLookedAt(draft).length > 0) {
      setLooking(true);
      return;
    }
    await freeze(draft);
  }

  async function freeze(whole: BriefDraft) {
    // A revision that nobody edited still has a draft to freeze: saving makes one.
    if (version() === 0 || whole !== draft) change(whole);
    const stored = await flush();
    setLooking(false);
    if (!stored) return;
    const done = await write(() => submitRevision({ number: props.number, version: version() }));
    if (done) router.push(`/briefs/BRF-${props.number}`);
  }

  return (
    <>
      <PageHeader
        eyebrow={`BRF-${props.number}${props.lastRevision ? ` · ${t("form.after", { n: props.lastRevision })}` : ""}`}
        title={draft.title?.trim() || t("form.untitled")}
        note={t("form.note")}
        actions={
          <div className="flex flex-wrap items-center gap-3">
            <SaveNote state={state} />
            <Button tone="primary" pending={pending} onClick={() => void submit()}>
              {t("form.submit")}
            </Button>
          </div>
        }
      />
      {state.kind === "conflict" ? <Conflict state={state} settle={settle} /> : null}
      {error && failure?.code !== "DRAFT_CHANGED" ? (
        <Callout tone="bad" live>
          {error}
        </Callout>
      ) : null}
      <ErrorSummary title={t("form.refused", { count: summary.length })} errors={summary} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,1fr)_23rem]">
        <BriefBlocks
          draft={draft}
          onChange={change}
          asked={shown}
          models={props.models}
          accelerators={props.accelerators}
          person={props.person}
        />
        <div className="flex flex-col gap-5 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto">
          <ProgressPanel progress={progress} />
          <EstimatePanel draft={draft} />
        </div>
      </div>
      <ProgressBar progress={progress} />
      {looking ? (
        <LookDialog
          draft={draft}
          unlooked={notLookedAt(draft)}
          pending={pending}
          onKeep={() => void freeze(lookedAt(draft, notLookedAt(draft)))}
          onClose={() => setLooking(false)}
        />
      ) : null}
    </>
  );
}

function Conflict({
  state,
  settle,
}: {
  state: Extract<SaveState, { kind: "conflict" }>;
  settle: (choice: "theirs" | "ours", conflict: { theirs: BriefDraft; theirVersion: number }) => void;
}) {
  const t = useTranslations("brief.form.conflict");
  return (
    <Callout tone="warn" live title={t("title")}>
      <p>{t("text")}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button small onClick={() => settle("theirs", state)}>
          {t("theirs")}
        </Button>
        <Button small onClick={() => settle("ours", state)}>
          {t("ours")}
        </Button>
      </div>
    </Callout>
  );
}
