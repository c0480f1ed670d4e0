"use client";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Section } from "@/components/ui/surface";
import { contentOf, valueAt, withUnparsed, withValue } from "@/lib/brief/content";
import { type DefaultAnswer, defaultFor, withDefaults } from "@/lib/brief/defaults";
import type { BriefField, FieldBlock } from "@/lib/brief/field";
import { BRIEF_FIELDS } from "@/lib/brief/fields";
import { lookedAt, notLookedAt } from "@/lib/brief/from-example";
import { isRequired, placing } from "@/lib/brief/placing";
import type { BriefDraft, FieldPath } from "@/lib/brief/schema";
import { ConfigUpload } from "./config-upload";
import { FieldControl } from "./field-control";
import { fieldId } from "./field-id";

const BLOCKS = [...new Set(BRIEF_FIELDS.map((f) => f.block))] as readonly FieldBlock[];

interface BlocksProps {
  readonly draft: BriefDraft;
  readonly onChange: (draft: BriefDraft) => void;
  /** Paths that a refused submission named and that still lack an answer. */
  readonly asked: readonly FieldPath[];
  readonly models: readonly { readonly value: string; readonly label: string }[];
  readonly accelerators: readonly { readonly value: string; readonly label: string }[];
  readonly person: string;
}

/** Every block of the brief in order; what the kind can do without is folded away, never gone. */
export function BriefBlocks({ draft, onChange, asked, models, accelerators, person }: BlocksProps) {
  const t = useTranslations("brief");
  const content = contentOf(draft);
  const unlooked = notLookedAt(draft);
  const originOf = (path: FieldPath) =>
    unlooked.includes(path) ? "unlooked" : draft.keptFromExample?.includes(path) ? "kept" : null;
  const proposalFor = (path: FieldPath) => (draft.unparsed?.[path] ? null : defaultFor(content, path, person));
  const suggestionsFor = (path: FieldPath) =>
    path === "memoryShape.modelPreset" ? models : path === "memoryShape.acceleratorId" ? accelerators : undefined;

  const control = (field: BriefField) => {
    const suggestions = suggestionsFor(field.path);
    return (
      <div key={field.path} className={field.input === "long-text" ? "col-span-full" : ""}>
        <FieldControl
          field={field}
          value={valueAt(draft, field.path)}
          unparsed={draft.unparsed?.[field.path] ?? null}
          required={isRequired(content, field)}
          missing={asked.includes(field.path)}
          origin={originOf(field.path)}
          proposal={proposalFor(field.path)}
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
        const answered = folded.filter((f) => valueAt(content, f.path) !== null).length;
        return (
          <Section
            key={block}
            id={`block-${block}`}
            title={t(`blocks.${block}.title`)}
            note={t(`blocks.${block}.why`)}
            actions={
              <BlockActions
                draft={draft}
                onChange={onChange}
                unlooked={unlooked.filter((p) => fields.some((f) => f.path === p))}
                proposals={fields.map((f) => proposalFor(f.path)).filter((d) => d !== null)}
              />
            }
          >
            <div className="flex flex-col gap-5">
              {open.length > 0 ? <div className="fields pairs gap-5">{open.map(control)}</div> : null}
              {folded.length > 0 ? (
                <Disclosure
                  summary={
                    <span className="flex min-w-0 flex-wrap gap-x-2">
                      {t("form.folded", { count: folded.length })}
                      {answered > 0 ? (
                        <span className="font-normal text-muted">{t("form.foldedAnswered", { count: answered })}</span>
                      ) : null}
                    </span>
                  }
                >
                  <div className="fields pairs gap-5">{folded.map(control)}</div>
                </Disclosure>
              ) : null}
            </div>
          </Section>
        );
      })}
    </div>
  );
}

/** Says of a whole section, once it was read, that the example's answers fit, or takes what is proposed in it. */
function BlockActions({
  draft,
  onChange,
  unlooked,
  proposals,
}: {
  draft: BriefDraft;
  onChange: (draft: BriefDraft) => void;
  unlooked: readonly FieldPath[];
  proposals: readonly DefaultAnswer[];
}) {
  const t = useTranslations("brief.form");
  // The button goes away with what it did, so the focus moves to the first of the fields that it was about.
  const act = (next: BriefDraft, first: FieldPath | undefined) => {
    onChange(next);
    if (first) document.getElementById(fieldId(first))?.focus({ preventScroll: true });
  };
  return (
    <>
      {unlooked.length > 0 ? (
        <Button small onClick={() => act(lookedAt(draft, unlooked), unlooked[0])}>
          {t("fits", { count: unlooked.length })}
        </Button>
      ) : null}
      {proposals.length > 0 ? (
        <Button small onClick={() => act(withDefaults(draft, proposals), proposals[0]?.path)}>
          {t("takeDefaults", { count: proposals.length })}
        </Button>
      ) : null}
    </>
  );
}
