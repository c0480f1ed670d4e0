"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type DragEvent, useRef, useState } from "react";
import { useFailureText } from "@/components/shell/failure-text";
import { Button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { Callout } from "@/components/ui/surface";
import type { Failure } from "@/lib/errors";

/** Sends the bytes as they are; the file is stored before anybody looks into it, then its plan opens. */
export function BillUpload({ maxMib }: { maxMib: number }) {
  const t = useTranslations("ledger.import");
  const words = useFailureText();
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [sending, setSending] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  async function send(file: File | undefined) {
    if (!file || sending !== null) return;
    setSending(file.name);
    setError(null);
    try {
      const response = await fetch(`/api/bills?name=${encodeURIComponent(file.name)}`, { method: "PUT", body: file });
      const answer: { reference?: string; error?: Failure } = await response.json();
      if (answer.reference) router.push(`/ledger/import/${answer.reference}`);
      else {
        setError(words(answer.error ?? { code: "INTERNAL" }));
        setSending(null);
      }
    } catch {
      setError(words({ code: "BUSY" }));
      setSending(null);
    }
    if (input.current) input.current.value = "";
  }

  function drop(e: DragEvent) {
    e.preventDefault();
    setOver(false);
    void send(e.dataTransfer.files[0]);
  }

  return (
    <div className="flex flex-col gap-3">
      {error ? (
        <Callout tone="bad" title={t("failed")} live>
          {error}
        </Callout>
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
          onChange={(e) => void send(e.target.files?.[0])}
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
