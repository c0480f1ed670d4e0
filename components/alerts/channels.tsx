"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { AskFirst } from "@/components/shell/ask-first";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Checkbox, describedBy, Field, Input, Select } from "@/components/ui/field";
import { Callout, Section } from "@/components/ui/surface";
import { useFormatter } from "@/components/ui/use-formatter";
import { ALERT_KINDS, type AlertKind, isChannelTarget } from "@/lib/alerts/kinds";
import { addAlertChannel, removeAlertChannel } from "@/lib/alerts/server/actions";

export interface ChannelRow {
  readonly id: string;
  readonly kind: "webhook" | "email";
  readonly target: string;
  readonly alerts: readonly AlertKind[];
  readonly lastError: string | null;
  readonly lastSentAt: string | null;
}

interface ChannelsProps {
  readonly channels: readonly ChannelRow[];
  readonly timeZone: string;
  readonly mailIsSet: boolean;
}

/** Where the reader hears of what: webhooks and e-mail addresses of their own. */
export function Channels({ channels, timeZone, mailIsSet }: ChannelsProps) {
  const t = useTranslations("alerts");
  const cannot = useTranslations("undo.cannot");
  const format = useFormatter();
  const router = useRouter();
  const { write, pending, error } = useWrite();
  const [said, setSaid] = useState<string | null>(null);
  const at = (iso: string) => format.dateTime(new Date(iso), { dateStyle: "medium", timeStyle: "short", timeZone });
  return (
    <Section title={t("channels.title")} note={t("channels.note")}>
      <div className="flex flex-col gap-5">
        {channels.length === 0 ? <p className="text-sm text-muted">{t("channels.none")}</p> : null}
        <ul className="flex flex-col gap-3">
          {channels.map((c) => (
            <li key={c.id} className="flex flex-wrap items-start justify-between gap-3 border-line border-b pb-3">
              <div className="min-w-0 text-sm">
                <p className="font-medium wrap-anywhere">
                  {t(`channels.${c.kind}`)} {c.target}
                </p>
                <p className="text-muted">{c.alerts.map((k) => t(`kind.${k}`)).join("\u00a0· ")}</p>
                <p className="text-muted">
                  {c.lastSentAt ? t("channels.lastSent", { at: at(c.lastSentAt) }) : t("channels.neverSent")}
                </p>
                {c.lastError ? <p className="text-bad">{t.rich("channels.failed", { reason: c.lastError })}</p> : null}
              </div>
              <AskFirst
                label={t("channels.remove")}
                name={c.target}
                warning={cannot("channel")}
                pending={pending}
                onSure={async () => {
                  if ((await write(() => removeAlertChannel({ id: c.id }))) === undefined) return;
                  setSaid(t("channels.removed"));
                  router.refresh();
                }}
              />
            </li>
          ))}
        </ul>
        {error ? (
          <Callout tone="bad" live>
            {error}
          </Callout>
        ) : null}
        <ChannelForm
          mailIsSet={mailIsSet}
          onAdded={() => {
            setSaid(t("channels.added"));
            router.refresh();
          }}
        />
        <span role="status" className="text-sm text-good">
          {said ?? ""}
        </span>
      </div>
    </Section>
  );
}

function ChannelForm({ mailIsSet, onAdded }: { mailIsSet: boolean; onAdded: () => void }) {
  const t = useTranslations("alerts");
  const { write, pending, error } = useWrite();
  const [kind, setKind] = useState<"webhook" | "email">("webhook");
  const [target, setTarget] = useState("");
  const [alerts, setAlerts] = useState<AlertKind[]>(["budget"]);
  const [wrong, setWrong] = useState<{ target?: string; alerts?: string }>({});
  const hint = kind === "webhook" ? t("channels.targetHint") : mailIsSet ? undefined : t("channels.noMail");

  async function submit() {
    const input = { kind, target, alerts };
    const fits = isChannelTarget(kind, target.trim());
    setWrong({
      ...(!fits && { target: t("channels.wrongTarget") }),
      ...(alerts.length === 0 && { alerts: t("channels.chooseOne") }),
    });
    if (!fits || alerts.length === 0) return;
    if ((await write(() => addAlertChannel(input))) === undefined) return;
    setTarget("");
    onAdded();
  }

  return (
    <form
      noValidate
      className="flex max-w-xl flex-col gap-4"
      onSubmit={(e) => {
        e.preventDefault();
        void submit();
      }}
    >
      {error ? (
        <Callout tone="bad" live>
          {error}
        </Callout>
      ) : null}
      <div className="fields gap-4 sm:grid-cols-[9rem_1fr]">
        <Field id="channel-kind" label={t("channels.kind")}>
          <Select
            id="channel-kind"
            value={kind}
            onChange={(e) => setKind(e.target.value === "email" ? "email" : "webhook")}
          >
            <option value="webhook">{t("channels.webhook")}</option>
            <option value="email">{t("channels.email")}</option>
          </Select>
        </Field>
        <Field
          id="channel-target"
          label={kind === "webhook" ? t("channels.targetWebhook") : t("channels.targetEmail")}
          hint={hint}
          error={wrong.target}
        >
          <Input
            id="channel-target"
            placeholder={kind === "webhook" ? "https://hooks.example.com/headroom" : "finance@example.com"}
            type={kind === "webhook" ? "url" : "email"}
            autoComplete="off"
            value={target}
            onChange={(e) => setTarget(e.target.value)}
            aria-invalid={wrong.target ? true : undefined}
            aria-describedby={describedBy("channel-target", { hint, error: wrong.target })}
          />
        </Field>
      </div>
      <fieldset>
        <legend className="text-sm font-medium">{t("channels.alerts")}</legend>
        {wrong.alerts ? <p className="text-bad text-sm">{wrong.alerts}</p> : null}
        {ALERT_KINDS.map((k) => (
          <Checkbox
            key={k}
            id={`channel-${k}`}
            label={t(`kind.${k}`)}
            checked={alerts.includes(k)}
            onChange={(e) => setAlerts(e.target.checked ? [...alerts, k] : alerts.filter((x) => x !== k))}
          />
        ))}
      </fieldset>
      <Button type="submit" tone="primary" pending={pending} className="self-start">
        {t("channels.add")}
      </Button>
    </form>
  );
}
