"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { describedBy, Field, Input, Select } from "@/components/ui/field";
import { DEFAULT_SELECTOR, LIVE_EVERY_SECONDS, LIVE_KINDS, type LiveKind } from "@/lib/acceptance/live";
import { startLive, stopLive } from "@/lib/acceptance/server/actions";
import { SaveRow } from "./save-row";

/** Which address, how often, and for how long. */
export function LiveForm({ review }: { review: number }) {
  const t = useTranslations("review.live");
  const { write, pending, error, failure } = useWrite();
  const [kind, setKind] = useState<LiveKind>("metrics");
  const [address, setAddress] = useState("");
  const [selector, setSelector] = useState<string>(DEFAULT_SELECTOR);
  const [every, setEvery] = useState<(typeof LIVE_EVERY_SECONDS)[number]>(60);
  const [minutes, setMinutes] = useState("60");
  const [faults, setFaults] = useState<readonly string[]>([]);
  const refused = (failure?.fields ?? []).map((f) => f.path);
  const notListed = failure?.fields?.some((f) => f.code === "not-listed") ?? false;
  const bad = (name: string) => faults.includes(name) || refused.includes(name);

  async function submit(e: FormEvent) {
    e.preventDefault();
    const time = /^\d{1,4}$/.test(minutes.trim()) ? Number(minutes) : 0;
    const found = [...(address.trim() === "" ? ["address"] : []), ...(time < 1 || time > 1_440 ? ["minutes"] : [])];
    setFaults(found);
    if (found.length > 0) return;
    await write(() => startLive({ number: review, kind, address, selector, everySeconds: every, minutes: time }));
  }
  const control = (name: string, hint = false) => ({
    id: `live-${name}`,
    "aria-invalid": bad(name) || undefined,
    "aria-describedby": describedBy(`live-${name}`, { hint, error: bad(name) }),
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <div className="fields gap-3 sm:grid-cols-2">
        <Field id="live-kind" label={t("kind")}>
          <Select
            id="live-kind"
            value={kind}
            onChange={(e) => setKind(LIVE_KINDS.find((k) => k === e.target.value) ?? "metrics")}
          >
            {LIVE_KINDS.map((k) => (
              <option key={k} value={k}>
                {t(`kinds.${k}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          id="live-address"
          label={t("address")}
          hint={t(kind === "metrics" ? "addressHint" : "addressHintPrometheus")}
          error={bad("address") ? t(notListed ? "faults.notListed" : "faults.address") : null}
        >
          <Input
            {...control("address", true)}
            placeholder={kind === "metrics" ? "https://gpu-1.example.com/metrics" : "https://prometheus.example.com"}
            type="url"
            value={address}
            maxLength={2000}
            spellCheck={false}
            onChange={(e) => setAddress(e.target.value)}
          />
        </Field>
        {kind === "prometheus" ? (
          <Field id="live-selector" label={t("selector")} error={bad("selector") ? t("faults.selector") : null}>
            <Input
              {...control("selector")}
              placeholder={'job="vllm"'}
              value={selector}
              maxLength={1000}
              spellCheck={false}
              onChange={(e) => setSelector(e.target.value)}
            />
          </Field>
        ) : null}
        <Field id="live-every" label={t("every")}>
          <Select
            id="live-every"
            value={every}
            onChange={(e) => setEvery(LIVE_EVERY_SECONDS.find((s) => String(s) === e.target.value) ?? 60)}
          >
            {LIVE_EVERY_SECONDS.map((s) => (
              <option key={s} value={s}>
                {t("everyMinutes", { count: s / 60 })}
              </option>
            ))}
          </Select>
        </Field>
        <Field id="live-minutes" label={t("minutes")} error={bad("minutes") ? t("faults.minutes") : null}>
          <Input
            {...control("minutes")}
            placeholder="30"
            inputMode="numeric"
            value={minutes}
            maxLength={4}
            onChange={(e) => setMinutes(e.target.value)}
          />
        </Field>
      </div>
      <SaveRow label={t("start")} pending={pending} saved={false} error={error} />
    </form>
  );
}

export function StopLive({ review, id }: { review: number; id: string }) {
  const t = useTranslations("review.live");
  const { write, pending, error } = useWrite();
  return (
    <div className="no-print flex flex-wrap items-center gap-3">
      <Button small pending={pending} onClick={() => write(() => stopLive({ number: review, id }))}>
        {t("stop")}
      </Button>
      <span role="status" className="text-[0.8125rem] text-bad">
        {error ?? ""}
      </span>
    </div>
  );
}
