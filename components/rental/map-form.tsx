"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Callout, Facts } from "@/components/ui/surface";
import { mapRental } from "@/lib/boundary/server/actions";
import { idsOf, type Tags, tagsOf, tagText } from "./bill-names";
import { BillNames } from "./bill-names-fields";

interface MapProps {
  readonly number: number;
  readonly ids: readonly string[];
  readonly tags: Tags;
  readonly canWrite: boolean;
}

/** How bills name this rental; readers see it, writers change it. */
export function MapForm({ number, ids, tags, canWrite }: MapProps) {
  const t = useTranslations("rental.names");
  const [idText, setIdText] = useState(ids.join("\n"));
  const [tagLines, setTagLines] = useState(tagText(tags));
  const [saved, setSaved] = useState(false);
  const { write, pending, error } = useWrite();
  if (!canWrite) {
    return (
      <Facts
        items={[
          { label: t("ids.label"), value: ids.join(", ") || "–" },
          { label: t("tags.label"), value: tagText(tags).replaceAll("\n", ", ") || "–" },
        ]}
      />
    );
  }
  const touch = (set: (text: string) => void) => (text: string) => {
    setSaved(false);
    set(text);
  };
  return (
    <form
      className="fields gap-4 sm:grid-cols-2"
      onSubmit={async (e) => {
        e.preventDefault();
        const read = tagsOf(tagLines);
        if (!read.ok) return;
        const done = await write(() => mapRental({ number, resourceIds: idsOf(idText), tags: read.tags }));
        setSaved(done !== undefined);
      }}
    >
      {error ? (
        <div className="sm:col-span-2">
          <Callout tone="bad" live>
            {error}
          </Callout>
        </div>
      ) : null}
      <BillNames ids={idText} tags={tagLines} onIds={touch(setIdText)} onTags={touch(setTagLines)} />
      <div className="flex items-center gap-3 sm:col-span-2">
        <Button type="submit" pending={pending}>
          {t("save")}
        </Button>
        <span role="status" className="text-sm text-muted">
          {saved ? t("saved") : ""}
        </span>
      </div>
    </form>
  );
}
