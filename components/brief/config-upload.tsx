"use client";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useMemoryWords } from "@/components/memory/memory-words";
import { CONFIG_TEXT_LIMIT } from "@/lib/brief/schema";
import { parseConfigText } from "@/lib/memory/config-text";

/** Puts a file's text into the config field; a refusal names file, size or place, and leaves the field as it was. */
export function ConfigUpload({ onText }: { onText: (text: string) => void }) {
  const t = useTranslations("brief.form");
  const words = useMemoryWords();
  const id = useId();
  const [note, setNote] = useState<{ text: string; bad: boolean } | null>(null);

  async function take(file: File) {
    if (file.size > CONFIG_TEXT_LIMIT) {
      setNote({
        bad: true,
        text: t("upload.tooLarge", {
          name: file.name,
          mb: Math.round(file.size / 1e6),
          limit: CONFIG_TEXT_LIMIT / 1e6,
        }),
      });
      return;
    }
    const text = await file.text();
    const read = parseConfigText(text);
    if (read.ok) onText(text);
    setNote({
      bad: !read.ok,
      text: read.ok
        ? t("upload.taken", { name: file.name })
        : t("upload.unreadable", { name: file.name, message: words.text(read.words) }),
    });
  }

  return (
    <div className="flex flex-col gap-1 text-sm">
      <label htmlFor={id} className="font-medium">
        {t("upload.label")}
      </label>
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        className="max-w-full text-[0.8125rem] file:mr-3 file:min-h-9 pointer-coarse:file:min-h-11 file:rounded-md file:border file:border-control file:bg-surface file:px-3 file:text-ink"
        onChange={(e) => {
          const file = e.target.files?.[0];
          if (file) void take(file);
        }}
      />
      {note ? (
        <p role="status" className={note.bad ? "text-bad" : "text-muted"}>
          {note.text}
        </p>
      ) : null}
    </div>
  );
}
