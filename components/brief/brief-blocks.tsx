"use client";
import { useTranslations } from "next-intl";
import { Disclosure } from "@/components/ui/disclosure";
import { Section } from "@/components/ui/surface";
import { isRequired, placing } from "@/lib/brief/completeness";
import { contentOf, valueAt, withUnparsed, withValue } from "@/lib/brief/content";
import type { BriefField, FieldBlock } from "@/lib/brief/field";
import { BRIEF_FIELDS } from "@/lib/brief/fields";
import type { BriefDraft, FieldPath } from "@/lib/brief/schema";
import { ConfigUpload } from "./config-upload";
import { FieldControl } from "./field-control";

const BLOCKS = [...new Set(BRIEF_FIELDS.map((f) => f.block))] as readonly FieldBlock[];

interface BlocksProps {
  readonly draft: BriefDraft;
  readonly onChange: (draft: BriefDraft) => void;
  /** Paths that a refused submission named and that still lack an answer. */
  readonly asked: readonly FieldPath[];
  readonly models: readonly { readonly value: string; readonly label: string }[];
  readonly accelerators: readonly { readonly value: string; readonly label: string }[];
}

/** Every block of the brief in order; what the kind does not need is folded away, never gone. */
export function BriefBlocks({ draft, onChange, asked, models, accelerators }: BlocksProps) {
  const t = useTranslations("brief");
  const content = contentOf(draft);
  const suggestionsFor = (path: FieldPath) =>
    path === "memoryShape.modelPreset" ? models : path === "memoryShape.acceleratorId" ? accelerators : undefined;

  const control = (field: BriefField) => {
    const suggestions = suggestionsFor(field.path);
    return (
      <div key={field.path} className={field.input === "long-text" ? "sm:col-span-2" : ""}>
        <FieldControl
          field={field}
          value={valueAt(draft, field.path)}
          unparsed={draft.unparsed?.[field.path] ?? null}
          required={isRequired(content, field)}
          missing={asked.includes(field.path)}
          {...(suggestions && { suggestions })}
          onChange={(value, unparsed) =>
            onChange(
              unparsed === null ? withValue(draft, field.path, value) : withUnparsed(draft, field.path, unparsed),
            )
          }
        />
        {field.path === "memoryShape.modelConfig" ? (
          <div className="mt-2">
            <ConfigUpload onText={(text) => onChange(withValue(draft, field.path, text))} />
          </div>
        ) : null}
      </div>
    );
  };

  return (
    <div className="flex min-w-0 flex-col gap-5">
      {BLOCKS.map((block) => {
        const fields = BRIEF_FIELDS.filter((f) => f.block === block);
        const open = fields.filter((f) => placing(content, f) === "open");
        const folded = fields.filter((f) => placing(content, f) === "folded");
        return (
          <Section key={block} id={`block-${block}`} title={t(`blocks.${block}.title`)} note={t(`blocks.${block}.why`)}>
            <div className="flex flex-col gap-5">
              <div className="grid gap-x-5 gap-y-5 sm:grid-cols-2">{open.map(control)}</div>
              {folded.length > 0 ? (
                <Disclosure summary={t("form.folded", { count: folded.length })}>
                  <div className="grid gap-x-5 gap-y-5 sm:grid-cols-2">{folded.map(control)}</div>
                </Disclosure>
              ) : null}
            </div>
          </Section>
        );
      })}
    </div>
  );
}
