"use client";
import { useFormatter, useTranslations } from "next-intl";
import { unitWord } from "@/components/shell/unit-word";
import { valueAt } from "@/lib/brief/content";
import type { BriefField, FieldBlock } from "@/lib/brief/field";
import { BRIEF_FIELDS } from "@/lib/brief/fields";
import type { BriefContent, FieldValue } from "@/lib/brief/schema";
import { gib } from "@/lib/units/bytes";

/** A value in the reader's own words and numbers, with its unit joined by a hard space. */
export function FieldText({ field, value }: { field: BriefField; value: FieldValue }) {
  const t = useTranslations();
  const format = useFormatter();
  if (value === null) return <span className="text-muted">–</span>;
  if (typeof value === "boolean") return <>{t(value ? "common.yes" : "common.no")}</>;
  if (typeof value === "number") {
    if (field.input === "bytes")
      return (
        <>{`${format.number(value)}\u00a0B (${format.number(gib(value), { maximumFractionDigits: 2 })}\u00a0GiB)`}</>
      );
    const unit = field.unit ? `\u00a0${unitWord(t, field.unit, value)}` : "";
    return <>{`${format.number(value, { maximumFractionDigits: 6 })}${unit}`}</>;
  }
  if (typeof value === "object") return <>{value.join(", ")}</>;
  if (field.choiceSet) return <>{t(`brief.choices.${field.choiceSet}.${value}`)}</>;
  if (value.length > 400)
    return (
      <span className="whitespace-pre-wrap break-words font-mono text-[0.8125rem]">{`${value.slice(0, 400)} …`}</span>
    );
  return <span className="whitespace-pre-wrap break-words">{value}</span>;
}

const BLOCKS = [...new Set(BRIEF_FIELDS.map((f) => f.block))] as readonly FieldBlock[];

/** A frozen brief, block by block; only what was answered. */
export function BriefContentView({ content }: { content: BriefContent }) {
  const t = useTranslations();
  return (
    <div className="flex flex-col gap-5">
      {BLOCKS.map((block) => {
        const answered = BRIEF_FIELDS.filter((f) => f.block === block && valueAt(content, f.path) !== null);
        if (answered.length === 0) return null;
        return (
          <div key={block}>
            <h3 className="mb-2 text-sm font-semibold">{t(`brief.blocks.${block}.title`)}</h3>
            <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
              {answered.map((f) => (
                <div key={f.path} className="min-w-0 border-t border-line pt-1.5">
                  <dt className="text-[0.8125rem] text-muted">
                    {t(f.labelKey)}
                    {content.keptFromExample?.includes(f.path) ? (
                      <span className="ml-2 italic">{t("brief.form.origin.kept")}</span>
                    ) : null}
                  </dt>
                  <dd className="tabular text-sm">
                    <FieldText field={f} value={valueAt(content, f.path)} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        );
      })}
    </div>
  );
}
