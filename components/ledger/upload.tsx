"use client";
import { useTranslations } from "next-intl";
import { type DragEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { Field, Select } from "@/components/ui/field";
import { Callout } from "@/components/ui/surface";
import { type SourceOption, SourceOptions } from "./source-options";
import { useSendBill } from "./use-send-bill";

/** Takes a bill by drop or by choice. */
export function BillUpload({ maxMib, sources }: { maxMib: number; sources: readonly SourceOption[] }) {
  const t = useTranslations("ledger.import");
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [source, setSource] = useState("");
  const { send, sending, error } = useSendBill();

  async function take(file: File | undefined) {
    if (file) await send(file.name, file, source);
    if (input.current) input.current.value = "";
  }

  function drop(e: DragEvent) {
    e.preventDefault();
    setOver(false);
    void take(e.dataTransfer.files[0]);
  }

  return (
    <div className="flex flex-col gap-3">
      {error ? (
        <Callout tone="bad" title={t("failed")} live>
          {error}
        </Callout>
      ) : null}
      {sources.length > 0 ? (
        <Field id="bill-source" label={t("source")} className="max-w-md">
          <Select id="bill-source" value={source} onChange={(e) => setSource(e.target.value)}>
            <SourceOptions sources={sources} />
          </Select>
        </Field>
      ) : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way beside the button */}
      <div
        onDragOver={(e) => {
          e.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classes(
          "flex flex-col items-start gap-2 rounded-lg border border-dashed px-5 py-6",
          over ? "border-accent bg-accent-soft" : "border-control",
        )}
      >
        <input
          ref={input}
          id="bill-file"
          type="file"
          aria-label={t("choose")}
          className="sr-only"
          tabIndex={-1}
          onChange={(e) => void take(e.target.files?.[0])}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button tone="primary" pending={sending !== null} onClick={() => input.current?.click()}>
            {t("choose")}
          </Button>
          <span className="text-muted">{t("drop")}</span>
        </div>
        <p className="text-[0.8125rem] text-muted">{t("formats", { max: maxMib })}</p>
        <p role="status" className="text-sm">
          {sending === null ? "" : t("uploading", { name: sending })}
        </p>
      </div>
    </div>
  );
}
