import { getTranslations } from "next-intl/server";
import { Badge, type Tone } from "@/components/ui/badge";
import { classes } from "@/components/ui/classes";
import { getFormatter } from "@/components/ui/get-formatter";
import Link from "@/components/ui/link";
import type { ImportProgress, ImportReason, ImportState, ImportStateName } from "@/lib/ledger/import-state";

export type ImportStage = "planned" | "committed" | "discarded";

const TONES: Readonly<Record<ImportStateName, Tone>> = {
  importing: "accent",
  planned: "neutral",
  warning: "warn",
  stable: "good",
  discarded: "neutral",
};

interface WordsProps {
  readonly stage: ImportStage;
  readonly state: ImportState;
}

/** The state of an import in a word, with what stands behind it. */
export async function ImportStateBadge({ stage, state }: WordsProps) {
  const t = await getTranslations("ledger");
  const said = state.is === "planned" || state.is === "discarded" ? t(`state.${stage}`) : t(`importState.${state.is}`);
  return <Badge tone={TONES[state.is]}>{said}</Badge>;
}

/** The same in a row of a list: the word, the stage where another word stands for it, progress and reasons. */
export async function ImportStateWords({ stage, state }: WordsProps) {
  const t = await getTranslations("ledger.state");
  const own = state.is === "warning" || state.is === "stable";
  return (
    <span className="flex flex-col items-start gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2">
        <ImportStateBadge stage={stage} state={state} />
        {own ? <span className="text-[0.8125rem] text-muted">{t(stage)}</span> : null}
      </span>
      {state.progress ? <Progress progress={state.progress} /> : null}
      <ImportReasons reasons={state.reasons} />
    </span>
  );
}

async function Progress({ progress: { done, of } }: { progress: ImportProgress }) {
  const [t, format] = await Promise.all([getTranslations("ledger.importState"), getFormatter()]);
  return (
    <span className="tabular text-[0.8125rem]">
      {of === null ? t("read", { done }) : t("doneOf", { done: format.number(done), of })}
    </span>
  );
}

/** Every reason to look at an import, a line each. */
export async function ImportReasons({ reasons }: { reasons: readonly ImportReason[] }) {
  const t = await getTranslations("ledger");
  if (reasons.length === 0) return null;
  const said = (reason: ImportReason): string => {
    if (reason.why === "checks") {
      const names = reason.checks.map((id) => t(`check.${id}`)).join(", ");
      return t("importState.why.checks", { count: reason.checks.length, names });
    }
    return "count" in reason
      ? t(`importState.why.${reason.why}`, { count: reason.count })
      : t(`importState.why.${reason.why}`);
  };
  return (
    <ul className="flex flex-col text-[0.8125rem]">
      {reasons.map((reason) => (
        <li key={reason.why} className="first-letter:uppercase">
          {said(reason)}
        </li>
      ))}
    </ul>
  );
}

interface FilterProps {
  readonly states: readonly { readonly is: ImportStateName; readonly count: number }[];
  readonly asked: ImportStateName | null;
  readonly count: number;
}

/** States that some import is in, as links: the chosen one is the address. */
export async function StateFilter({ states, asked, count }: FilterProps) {
  const t = await getTranslations("ledger.importState");
  const there = states.filter((s) => s.count > 0 || s.is === asked);
  if (there.length < 2 && asked === null) return null;
  const link = (href: string, chosen: boolean, said: string) => (
    <Link
      key={href}
      href={href}
      aria-current={chosen ? "true" : undefined}
      className={classes(
        "inline-block rounded-md border px-2.5 py-1 text-[0.8125rem] first-letter:uppercase",
        chosen ? "border-accent bg-accent-soft font-medium text-accent" : "border-control",
      )}
    >
      {said}
    </Link>
  );
  return (
    <nav aria-label={t("filter")} className="no-print mb-3 flex flex-wrap gap-1.5">
      {link("/ledger/import", asked === null, t("all", { count }))}
      {there.map((s) =>
        link(`/ledger/import?state=${s.is}`, s.is === asked, t("of", { state: t(s.is), count: s.count })),
      )}
    </nav>
  );
}
