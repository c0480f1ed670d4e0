"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/shell/use-write";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import { Callout, Section } from "@/components/ui/surface";
import { changeWorkspace } from "@/lib/workspace/server/actions";

interface Values {
  readonly name: string;
  readonly currency: string;
  readonly timeZone: string;
}

export function WorkspaceForm({ workspace, timeZones }: { workspace: Values; timeZones: readonly string[] }) {
  const t = useTranslations("settings.workspace");
  const example = useTranslations("examples");
  const { write, pending, error } = useWrite();
  const [values, setValues] = useState<Values>({
    name: workspace.name,
    currency: workspace.currency,
    timeZone: workspace.timeZone,
  });
  const [saved, setSaved] = useState(false);
  const set = (change: Partial<Values>) => {
    setSaved(false);
    setValues({ ...values, ...change });
  };
  return (
    <Section id="workspace" title={t("title")}>
      <form
        className="flex max-w-xl flex-col gap-4"
        onSubmit={async (e) => {
          e.preventDefault();
          if ((await write(() => changeWorkspace(values))) !== undefined) setSaved(true);
        }}
      >
        {error ? (
          <Callout tone="bad" live>
            {error}
          </Callout>
        ) : null}
        <Field id="workspace-name" label={t("name")}>
          <Input
            id="workspace-name"
            placeholder={example("workspace")}
            value={values.name}
            onChange={(e) => set({ name: e.target.value })}
            required
            maxLength={120}
          />
        </Field>
        <div className="fields gap-4 sm:grid-cols-2">
          <Field id="workspace-currency" label={t("currency")}>
            <Input
              id="workspace-currency"
              placeholder="USD"
              value={values.currency}
              onChange={(e) => set({ currency: e.target.value.toUpperCase() })}
              pattern="[A-Z]{3}"
              required
            />
          </Field>
          <Field id="workspace-zone" label={t("timeZone")}>
            <Select id="workspace-zone" value={values.timeZone} onChange={(e) => set({ timeZone: e.target.value })}>
              {timeZones.map((z) => (
                <option key={z}>{z}</option>
              ))}
            </Select>
          </Field>
        </div>
        <div className="flex items-center gap-3">
          <Button type="submit" tone="primary" pending={pending}>
            {t("save")}
          </Button>
          <span role="status" className="text-sm text-muted">
            {saved ? t("saved") : ""}
          </span>
        </div>
      </form>
    </Section>
  );
}
