"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { offerUndo } from "@/components/shell/offer-undo";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Field, Input, Select, Textarea } from "@/components/ui/field";
import { LONGEST_LOG } from "@/lib/brief/longest-log";
import { attachCalibration, restoreCalibration, withdrawCalibration } from "@/lib/brief/server/actions";

/** Kept as text: the empty choice is a pasted log or a typed peak. */
const PASTED = "";

/** Takes a measurement from a review's evidence, from a pasted log, or as a typed peak; or takes the standing one back. */
export function CalibrateForm({
  number,
  revision,
  pooled,
  evidence,
  calibrated,
  withdrawn,
}: {
  number: number;
  revision: number;
  pooled: boolean;
  evidence: readonly { readonly id: string; readonly fileName: string; readonly review: string }[];
  calibrated: boolean;
  /** The last word took a measurement back: it can be attached anew. */
  withdrawn: boolean;
}) {
  const t = useTranslations("brief.calibration");
  const undo = useTranslations("undo");
  const { write, pending, error } = useWrite();
  const [chosen, setChosen] = useState(evidence[0]?.id ?? PASTED);
  const [text, setText] = useState("");
  const [fault, setFault] = useState<Fault | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const from = fromOf(chosen, text, pooled);
    setFault(typeof from === "string" ? from : null);
    if (typeof from === "string") return;
    const done = await write(() => attachCalibration({ number, revision, from }));
    if (done !== undefined) setText("");
  }

  return (
    <Disclosure summary={t(calibrated ? "another" : "attach")}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <p className="max-w-[70ch] text-sm text-muted">{t(pooled ? "noteLog" : "notePeak")}</p>
        {evidence.length === 0 ? null : (
          <Field id="calibrate-from" label={t("from")}>
            <Select id="calibrate-from" value={chosen} onChange={(event) => setChosen(event.target.value)}>
              {evidence.map((one) => (
                <option key={one.id} value={one.id}>
                  {t("fromEvidence", { file: one.fileName, review: one.review })}
                </option>
              ))}
              <option value={PASTED}>{t(pooled ? "paste" : "type")}</option>
            </Select>
          </Field>
        )}
        {chosen !== PASTED ? null : <Typed pooled={pooled} text={text} fault={fault} onChange={setText} />}
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" pending={pending}>
            {t("submit")}
          </Button>
          {calibrated ? (
            <Button
              type="button"
              tone="ghost"
              disabled={pending}
              onClick={async () => {
                if ((await write(() => withdrawCalibration({ number, revision }))) === undefined) return;
                offerUndo({ said: undo("said.calibration"), undo: () => restoreCalibration({ number, revision }) });
              }}
            >
              {t("withdraw")}
            </Button>
          ) : null}
          {withdrawn ? (
            <Button
              tone="ghost"
              pending={pending}
              onClick={() => void write(() => restoreCalibration({ number, revision }))}
            >
              {t("restore")}
            </Button>
          ) : null}
          <p role="status" className="text-sm font-medium text-bad">
            {error ?? ""}
          </p>
        </div>
      </form>
    </Disclosure>
  );
}

function Typed({
  pooled,
  text,
  fault,
  onChange,
}: {
  pooled: boolean;
  text: string;
  fault: Fault | null;
  onChange: (text: string) => void;
}) {
  const t = useTranslations("brief.calibration");
  const id = pooled ? "calibrate-log" : "calibrate-peak";
  const shared = {
    id,
    value: text,
    "aria-invalid": fault !== null || undefined,
    "aria-describedby": fault !== null ? `${id}-hint ${id}-error` : `${id}-hint`,
  };
  return (
    <Field
      id={id}
      label={t(pooled ? "log" : "peak")}
      hint={t(pooled ? "logHint" : "peakHint")}
      error={fault === null ? null : t(fault, { length: text.length, most: LONGEST_LOG })}
    >
      {pooled ? (
        <Textarea
          {...shared}
          placeholder="INFO … GPU KV cache size: 412,304 tokens"
          rows={5}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <Input {...shared} placeholder="61" inputMode="decimal" onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}

type Fault = "noLog" | "noPeak" | "longLog";

/** What is sent; else what is wrong: no text, more than is read, or no number of GiB in either habit of writing decimals. */
function fromOf(chosen: string, text: string, pooled: boolean) {
  if (chosen !== PASTED) return { kind: "evidence", id: chosen } as const;
  if (text.trim() === "") return pooled ? ("noLog" as const) : ("noPeak" as const);
  if (pooled) return text.length > LONGEST_LOG ? ("longLog" as const) : ({ kind: "log", text } as const);
  const gib = Number(text.trim().replace(",", "."));
  return gib > 0 && gib < 10_000 ? ({ kind: "peak", gib } as const) : ("noPeak" as const);
}
