"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { describedBy, Field, Select } from "@/components/ui/field";
import { Callout } from "@/components/ui/surface";
import { chooseBillSource } from "@/lib/ledger/server/actions";
import { type SourceOption, SourceOptions } from "./source-options";

interface ChoiceProps {
  readonly bill: number;
  readonly chosen: string | null;
  readonly sources: readonly SourceOption[];
}

/** Says which source a waiting bill came from; the plan is made anew under its terms. */
export function SourceChoice({ bill, chosen, sources }: ChoiceProps) {
  const t = useTranslations("ledger");
  const router = useRouter();
  const { write, pending, error } = useWrite();
  const [source, setSource] = useState(chosen ?? "");

  async function choose() {
    if ((await write(() => chooseBillSource({ bill, source: source || null }))) !== undefined) router.refresh();
  }

  return (
    <div className="mt-4 flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <Field id="choose-source" label={t("bill.source")} hint={t("bill.sourceNote")} className="max-w-md grow">
          <Select
            id="choose-source"
            value={source}
            aria-describedby={describedBy("choose-source", { hint: true })}
            onChange={(e) => setSource(e.target.value)}
          >
            <SourceOptions sources={sources} />
          </Select>
        </Field>
        {source === (chosen ?? "") ? null : (
          <Button pending={pending} onClick={() => void choose()}>
            {t("bill.change")}
          </Button>
        )}
      </div>
      {error ? (
        <Callout tone="bad" live>
          {error}
        </Callout>
      ) : null}
    </div>
  );
}
