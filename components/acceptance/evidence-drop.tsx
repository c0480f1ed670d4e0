"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type DragEvent, type FormEvent, useId, useState, useTransition } from "react";
import { useFailureText } from "@/components/shell/failure-text";
import { Button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { Field, Select, Textarea } from "@/components/ui/field";
import { GATES } from "@/lib/acceptance/names";
import type { Failure } from "@/lib/errors";
import { useFormatWord } from "./format-word";
import { sendEvidence } from "./send-evidence";
import { unpacked } from "./unpacked";

interface Waiting {
  readonly name: string;
  readonly body: Blob;
  readonly key: string;
}
interface Note {
  readonly text: string;
  readonly bad: boolean;
}

const MIB = 1024 * 1024;
const newKey = () => `page-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** Paste or drop: each file goes as it is; what was refused stays in the form with the reason. */
export function EvidenceDrop({ review, maxBytes }: { review: number; maxBytes: number }) {
  const t = useTranslations();
  const example = useTranslations("examples");
  const formatWord = useFormatWord();
  const failureText = useFailureText();
  const router = useRouter();
  const id = useId();
  const [gate, setGate] = useState("");
  const [files, setFiles] = useState<readonly Waiting[]>([]);
  const [pasted, setPasted] = useState({ text: "", key: newKey() });
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const [over, setOver] = useState(false);
  const [sending, setSending] = useState(false);
  const [looking, look] = useTransition();
  const pending = sending || looking;

  async function take(list: FileList | null) {
    const mib = (bytes: number) => Math.ceil(bytes / MIB);
    const said: Note[] = [];
    const found: { readonly name: string; readonly body: Blob }[] = [];
    for (const file of [...(list ?? [])]) {
      const { files: inside, refused } = await unpacked(file);
      if (refused) said.push({ bad: true, text: t(`review.evidence.archive.${refused}`, { name: file.name }) });
      found.push(...inside);
    }
    for (const { name, body } of found) {
      if (body.size <= maxBytes) continue;
      const text = t("review.evidence.tooLarge", { name, mib: mib(body.size), limit: mib(maxBytes) });
      said.push({ bad: true, text });
    }
    setNotes(said);
    const fit = found.filter(({ body }) => body.size <= maxBytes).map((f) => ({ ...f, key: newKey() }));
    setFiles((now) => [...now, ...fit]);
  }

  /** Stored or not, with the words for it: what was not stored stays in the form. */
  async function sendOne(w: Waiting): Promise<{ stored: boolean; note: Note }> {
    const refused = (failure: Failure) => ({
      stored: false,
      note: { bad: true, text: t("review.evidence.refused", { name: w.name, why: failureText(failure) }) },
    });
    try {
      const answer = await sendEvidence({ review, gate, ...w });
      if (!answer.ok) return refused(answer.error);
      const { format } = answer.data.reading;
      if (answer.data.again)
        return { stored: true, note: { bad: false, text: t("review.evidence.again", { name: w.name }) } };
      return {
        stored: true,
        note: format
          ? { bad: false, text: t("review.evidence.stored", { name: w.name, format: formatWord(format) }) }
          : { bad: true, text: t("review.evidence.storedUnread", { name: w.name }) },
      };
    } catch {
      return refused({ code: "BUSY" });
    }
  }

  async function submit(e: FormEvent) {
    e.preventDefault();
    if (pending) return;
    const text =
      pasted.text.trim() === "" ? [] : [{ name: "pasted.txt", body: new Blob([pasted.text]), key: pasted.key }];
    const all = [...files, ...text];
    if (all.length === 0) return setNotes([{ bad: true, text: t("review.evidence.nothing") }]);
    setSending(true);
    const said: Note[] = [];
    const left: Waiting[] = [];
    for (const w of all) {
      const { stored, note } = await sendOne(w);
      said.push(note);
      if (!stored) left.push(w);
    }
    setSending(false);
    // Where all was refused the review may be closed to evidence by now: a fresh page would take the form and its text away.
    if (left.length === all.length) return setNotes(said);
    // What is said to be stored stands in the list below by then: the words come with the page that shows it.
    look(() => {
      router.refresh();
      setNotes(said);
      setFiles(left.filter((w) => w.key !== pasted.key));
      if (!left.some((w) => w.key === pasted.key)) setPasted({ text: "", key: newKey() });
    });
  }

  function drop(e: DragEvent) {
    e.preventDefault();
    setOver(false);
    void take(e.dataTransfer.files);
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way more; the file field inside does the same by keyboard */}
      <div
        onDragOver={(e) => {
          e.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classes(
          "flex flex-col gap-2 rounded-md border border-dashed px-4 py-4 text-sm",
          over ? "border-accent bg-accent-soft" : "border-control",
        )}
      >
        <label htmlFor={`${id}-file`} className="font-medium">
          {t("review.evidence.file")}
        </label>
        <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
          {t("review.evidence.drop", { mib: Math.floor(maxBytes / MIB) })}
        </p>
        <input
          id={`${id}-file`}
          type="file"
          multiple
          aria-describedby={`${id}-hint`}
          className="max-w-full text-[0.8125rem] file:mr-3 file:min-h-9 pointer-coarse:file:min-h-11 file:rounded-md file:border file:border-control file:bg-surface file:px-3 file:text-ink"
          onChange={(e) => {
            const input = e.target;
            // The list empties with the field: it is emptied only when all of it was taken.
            void take(input.files).then(() => {
              input.value = "";
            });
          }}
        />
        {files.length > 0 ? (
          <ul className="flex flex-col gap-1">
            {files.map((f) => (
              <li key={f.key} className="flex items-center gap-3">
                <span className="min-w-0 wrap-anywhere">{f.name}</span>
                <Button small tone="ghost" onClick={() => setFiles((now) => now.filter((x) => x.key !== f.key))}>
                  {t("common.cancel")}
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <Field id={`${id}-paste`} label={t("review.evidence.paste")}>
        <Textarea
          id={`${id}-paste`}
          placeholder={example("paste")}
          className="min-h-28 font-mono text-[0.8125rem]"
          spellCheck={false}
          value={pasted.text}
          onChange={(e) => setPasted({ text: e.target.value, key: newKey() })}
        />
      </Field>
      <div className="flex flex-wrap items-end gap-3">
        <Field id={`${id}-gate`} label={t("review.evidence.gate")} className="min-w-48">
          <Select id={`${id}-gate`} value={gate} onChange={(e) => setGate(e.target.value)}>
            <option value="">{t("review.evidence.noGate")}</option>
            {GATES.map((g) => (
              <option key={g} value={g}>
                {t(`acceptance.gates.${g}.name`)}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" tone="primary" pending={pending}>
          {t("review.evidence.send")}
        </Button>
      </div>
      <div role="status">
        <ul className="flex flex-col gap-1 text-sm">
          {notes.map((n) => (
            <li key={n.text} className={classes("break-words", n.bad ? "font-medium text-warn" : "text-ink")}>
              {n.text}
            </li>
          ))}
        </ul>
      </div>
    </form>
  );
}
