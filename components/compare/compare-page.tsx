"use client";
import { useTranslations } from "next-intl";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { useDeferredValue, useMemo } from "react";
import { CopyLink } from "@/components/memory/copy-link";
import { PriceGate } from "@/components/plan/price-gate";
import { SheetExport } from "@/components/shell/sheet-export";
import type { SweepSource } from "@/components/sweep/sweep-values";
import { Button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import Link from "@/components/ui/link";
import { Callout, PageHeader, Section } from "@/components/ui/surface";
import { ToField } from "@/components/ui/to-field";
import { askWhatIf, MOST_WHAT_IFS, type WhatIf, type WhatIfAnswer } from "@/lib/boundary/what-if/what-if";
import type { priceSearchOpen } from "@/lib/brief/completeness";
import { listModelPresets } from "@/lib/catalog/models";
import { WhatIfForm, whatIfFieldId } from "./compare-form";
import { CompareTable } from "./compare-table";
import { COMPARED_COLUMNS, comparedRows } from "./compared-columns";
import { useCompareAddress } from "./use-compare-address";

interface PageProps {
  readonly source: SweepSource;
  /** The questions that keep a brief's prices closed; null where they are open. */
  readonly gate: ReturnType<typeof priceSearchOpen> | null;
  readonly canPlan: boolean;
}

const LETTERS = ["A", "B", "C", "D"];
/** Where there is room, three and four stand beside each other; one or two are half as wide as the page. */
const WIDE: Readonly<Record<number, string>> = { 3: "@5xl:grid-cols-3", 4: "@5xl:grid-cols-4" };

/** Works signed out: up to four what-ifs, worked out here in the browser; the address holds them all. */
export function ComparePage(props: PageProps) {
  return (
    <NuqsAdapter>
      <Comparison {...props} />
    </NuqsAdapter>
  );
}

function Comparison({ source, gate, canPlan }: PageProps) {
  const t = useTranslations("compare");
  const address = useCompareAddress();
  const { brief, offers, today } = source;
  const search = brief?.search ?? null;
  const calm = useDeferredValue(JSON.stringify(address.whatIfs));
  const whatIfs = useMemo(() => JSON.parse(calm) as WhatIf[], [calm]);
  const answers = useMemo(() => whatIfs.map((w) => askWhatIf(w, search, today)), [whatIfs, search, today]);
  const letters = LETTERS.slice(0, answers.length);
  const any = answers.some((a) => a.ok);
  return (
    <>
      <PageHeader
        eyebrow={
          brief ? (
            <Link className="underline underline-offset-2" href={`/briefs/BRF-${brief.number}`}>
              BRF-{brief.number} · {brief.title}
            </Link>
          ) : undefined
        }
        title={t("title")}
        note={t("lead")}
        actions={<CopyLink link={address.link} />}
      />
      {brief && gate ? <PriceGate gate={gate} briefHref={`/briefs/BRF-${brief.number}/edit`} /> : null}
      {brief && search === null ? <Callout tone="warn">{t("briefOpen")}</Callout> : null}
      <datalist id="w-models">
        {listModelPresets()
          .filter((m) => m.kind === "language")
          .map((m) => (
            <option key={m.id} value={m.id}>
              {m.name}
            </option>
          ))}
      </datalist>
      <div className="@container">
        <div className={classes("grid items-start gap-4 @xl:grid-cols-2", WIDE[address.whatIfs.length])}>
          {address.whatIfs.map((whatIf, at) => {
            const answer = answers[at];
            return (
              <WhatIfForm
                // biome-ignore lint/suspicious/noArrayIndexKey: places in the address, never moved
                key={at}
                at={at}
                letter={LETTERS[at] ?? ""}
                whatIf={whatIf}
                fromBrief={search !== null}
                offers={offers}
                fault={answer && !answer.ok && answer.code === "unreadable" ? answer.field : null}
                onChange={(next) => address.change(at, next)}
                onRemove={address.whatIfs.length > 1 ? () => address.remove(at) : null}
              />
            );
          })}
        </div>
      </div>
      {address.whatIfs.length < MOST_WHAT_IFS ? (
        <Button className="self-start" onClick={address.add}>
          {t("add")}
        </Button>
      ) : null}
      <Section title={t("result")} note={t("planning")} className="min-w-0">
        <Needs answers={answers} />
        {any ? (
          <>
            <CompareTable letters={letters} answers={answers} brief={canPlan && brief ? brief.number : null} />
            <SheetExport
              name="headroom-compare"
              columns={COMPARED_COLUMNS}
              rows={comparedRows(letters, whatIfs, answers)}
            />
          </>
        ) : null}
      </Section>
    </>
  );
}

const EXAMPLE = (() => {
  const base = "model=meta-llama/Llama-3.1-70B;conc=32;in=1024;out=256;currency=USD";
  const query = new URLSearchParams({
    a: `${base};gpu=h100-sxm;tp=4;weights=bf16;price=2.69`,
    b: `${base};gpu=h100-sxm;tp=2;weights=fp8;price=2.69`,
    c: `${base};gpu=h200-sxm;tp=2;weights=bf16;price=3.50`,
  });
  return `/compare?${query}`;
})();

/** What each what-if still needs, as a link to its control. */
function Needs({ answers }: { answers: readonly WhatIfAnswer[] }) {
  const t = useTranslations("compare");
  const open = answers.flatMap((a, at) => (a.ok ? [] : [{ ...a, at }]));
  if (open.length === 0) return null;
  return (
    <div role="status" className="mb-3 flex flex-col gap-1 text-sm">
      {open.map(({ at, code, field }) => (
        <p key={at}>
          {t(code === "missing" ? "needs" : "cannotRead", { letter: LETTERS[at] ?? "" })}{" "}
          <ToField id={whatIfFieldId(at, field)}>{t(`fields.${field}`)}</ToField>
        </p>
      ))}
      {open.length === answers.length ? (
        <p>
          <Link className="text-accent underline underline-offset-2" href={EXAMPLE}>
            {t("example")}
          </Link>
        </p>
      ) : null}
    </div>
  );
}
