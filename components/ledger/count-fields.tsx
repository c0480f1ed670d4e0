"use client";
import { useTranslations } from "next-intl";
import { useFormatter } from "@/components/ui/use-formatter";
import { NumberInput } from "./number-input";
import { TYPED_COUNTS, type useCounts } from "./use-counts";

interface CountFieldsProps {
  readonly prefix: string;
  readonly counts: ReturnType<typeof useCounts>;
  readonly errors: Readonly<Record<string, string>>;
}

/** They add up: rejected and failed are no accepted ones. */
const EXAMPLE = { accepted: "92", rejected: "6", failed: "2", retried: "3" } as const;

export function CountFields({ prefix, counts, errors }: CountFieldsProps) {
  const t = useTranslations("costs.outputs");
  const format = useFormatter();
  const { counts: read } = counts.read();
  return (
    <>
      <div className="fields grid-cols-2 gap-4 sm:grid-cols-4">
        {TYPED_COUNTS.map((name) => (
          <NumberInput
            key={name}
            id={`${prefix}-${name}`}
            label={t(name)}
            value={counts.texts[name]}
            example={EXAMPLE[name]}
            whole
            error={errors[name]}
            onChange={(text) => counts.set(name, text)}
          />
        ))}
      </div>
      <p className="tabular text-[0.8125rem] text-muted" role="status">
        {t("form.sum", { sum: read ? format.number(read.attempted) : "–" })} {t("form.retriedHint")}
      </p>
    </>
  );
}
