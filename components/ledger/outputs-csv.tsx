"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Field, Select, Textarea } from "@/components/ui/field";
import { Callout, Section } from "@/components/ui/surface";
import { recordOutputFile } from "@/lib/ledger/server/actions";
import type { BriefChoice } from "./output-types";

interface RowError {
  readonly record: number;
  readonly field: string | null;
  readonly message: string;
}

function rowErrors(data: unknown): { rows: readonly RowError[]; count: number } | null {
  if (typeof data !== "object" || data === null || !("rows" in data) || !Array.isArray(data.rows)) return null;
  const count = "count" in data && typeof data.count === "number" ? data.count : data.rows.length;
  return { rows: data.rows as RowError[], count };
}

/** The file's text lands in the box, so that a misfit can be mended right here; nothing of it is lost. */
export function OutputsCsv({ briefs, brief }: { briefs: readonly BriefChoice[]; brief: number }) {
  const t = useTranslations("costs.outputs");
  const router = useRouter();
  const { write, pending, error, failure, clear } = useWrite();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(brief);
  const [recorded, setRecorded] = useState<number | null>(null);
  const bad = failure?.code === "OUTPUTS_UNREADABLE" ? rowErrors(failure.data) : null;

  async function take(file: File | undefined) {
    if (!file) return;
    setText(await file.text());
    setRecorded(null);
    clear();
  }

  return (
    <Section id="csv" title={t("csv.title")} note={t("csv.note")}>
      <form
        className="flex max-w-3xl flex-col gap-4"
        onSubmit={async (e) => {
          e.preventDefault();
          setRecorded(null);
          const done = await write(() => recordOutputFile({ brief: chosen, text }));
          if (!done) return;
          setRecorded(done.rows);
          setText("");
          router.refresh();
        }}
      >
        {bad ? (
          <Callout tone="bad" title={t("csv.bad", { count: bad.count })} live>
            <ul className="list-disc pl-5">
              {bad.rows.slice(0, 20).map((r) => (
                <li key={`${r.record}${r.field ?? ""}`}>
                  {t("csv.row", { record: r.record })}
                  {r.field ? `, ${r.field}` : ""}: <span lang="en">{r.message}</span>
                </li>
              ))}
            </ul>
          </Callout>
        ) : error ? (
          <Callout tone="bad" live>
            {error}
          </Callout>
        ) : null}
        <div className="fields gap-4 sm:grid-cols-2">
          <Field id="csv-brief" label={t("brief")}>
            <Select id="csv-brief" value={chosen} onChange={(e) => setChosen(Number(e.target.value))}>
              {briefs.map((b) => (
                <option key={b.number} value={b.number}>{`BRF-${b.number} ${b.title}`}</option>
              ))}
            </Select>
          </Field>
          <Field id="csv-file" label={t("csv.choose")}>
            <input
              id="csv-file"
              type="file"
              accept=".csv,text/csv,text/plain"
              className="min-h-10 w-full text-sm file:mr-3 file:rounded-md file:border file:border-control file:bg-surface file:px-3 file:py-2 pointer-coarse:file:py-3 file:font-medium file:text-ink"
              onChange={(e) => void take(e.target.files?.[0])}
            />
          </Field>
        </div>
        <Field id="csv-text" label={t("csv.text")}>
          <Textarea
            id="csv-text"
            rows={5}
            className="font-mono text-[0.8125rem]"
            value={text}
            placeholder={"period_start,period_end,attempted,accepted,rejected,failed\n2026-09-01,2026-10-01,100,92,6,2"}
            onChange={(e) => setText(e.target.value)}
          />
        </Field>
        <div className="flex items-center gap-3">
          <Button type="submit" pending={pending}>
            {t("csv.submit")}
          </Button>
          <span role="status" className="text-sm text-good">
            {recorded === null ? "" : t("csv.done", { count: recorded })}
          </span>
        </div>
      </form>
    </Section>
  );
}
