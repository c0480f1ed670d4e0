"use client";
import { useTranslations } from "next-intl";
import { describedBy, Field, Textarea } from "@/components/ui/field";
import { tagsOf } from "./bill-names";

interface NamesProps {
  readonly ids: string;
  readonly tags: string;
  readonly onIds: (text: string) => void;
  readonly onTags: (text: string) => void;
}

/** How the rental will be named on bills: what the import matches its rows by. */
export function BillNames({ ids, tags, onIds, onTags }: NamesProps) {
  const t = useTranslations("rental.names");
  const read = tagsOf(tags);
  const error = read.ok ? undefined : t("tagRefused", { line: read.line });
  return (
    <>
      <Field id="r-ids" label={t("ids.label")} hint={t("ids.why")}>
        <Textarea
          id="r-ids"
          rows={3}
          spellCheck={false}
          placeholder={"i-0a1b2c3d4e"}
          aria-describedby="r-ids-hint"
          value={ids}
          onChange={(e) => onIds(e.target.value)}
        />
      </Field>
      <Field id="r-tags" label={t("tags.label")} hint={t("tags.why")} error={error}>
        <Textarea
          id="r-tags"
          rows={3}
          spellCheck={false}
          placeholder={"team=vision"}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy("r-tags", { hint: true, error })}
          value={tags}
          onChange={(e) => onTags(e.target.value)}
        />
      </Field>
    </>
  );
}
