"use client";
import { useTranslations } from "next-intl";
import { describedBy, Field, Select } from "@/components/ui/field";
import { useFormatter } from "@/components/ui/use-formatter";
import { findAccelerator, listAccelerators } from "@/lib/catalog/accelerators";
import type { Accelerator } from "@/lib/catalog/schema";

interface CardProps {
  readonly gpu: string;
  readonly mig: string;
  readonly refusals: Readonly<Record<string, string>>;
  readonly onChange: (next: { gpu: string; mig: string }) => void;
}

const VENDORS = [...new Set(listAccelerators().map((a) => a.vendor))];

/** The card with the memory that it reports, not the figure on its box; and a slice of it where it can be sliced. */
export function CardChoice({ gpu, mig, refusals, onChange }: CardProps) {
  const t = useTranslations("estimate.form");
  const format = useFormatter();
  const card = findAccelerator(gpu);
  const gib = (n: number) => format.number(n, { maximumFractionDigits: 1 });
  const reported = (a: Accelerator) =>
    a.memory.reportedMib === null ? t("reportedUnknown") : t("reported", { gib: gib(a.memory.reportedMib / 1024) });
  const hint = t("gpuHint");
  const echo = card?.memory.engineTotalGib
    ? t("engineTotal", { gib: format.number(card.memory.engineTotalGib, { maximumFractionDigits: 2 }) })
    : undefined;
  return (
    <div className="fields pairs gap-4">
      <Field id="e-gpu" className="col-span-full" label={t("gpu")} hint={hint} echo={echo} error={refusals.gpu}>
        <Select
          id="e-gpu"
          unanswered={gpu === ""}
          value={gpu}
          aria-invalid={refusals.gpu ? true : undefined}
          aria-describedby={describedBy("e-gpu", { hint, echo, error: refusals.gpu })}
          onChange={(e) => onChange({ gpu: e.target.value, mig: "" })}
        >
          <option value="">{t("gpuNone")}</option>
          {gpu !== "" && card === null ? <option value={gpu}>{gpu}</option> : null}
          {VENDORS.map((vendor) => (
            <optgroup key={vendor} label={vendor}>
              {listAccelerators()
                .filter((a) => a.vendor === vendor)
                .map((a) => (
                  <option key={a.id} value={a.id}>
                    {a.name} · {reported(a)}
                  </option>
                ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      {card?.mig ? (
        <Field id="e-mig" className="col-span-full" label={t("mig")} hint={t("migHint")} error={refusals.mig}>
          <Select
            id="e-mig"
            value={mig}
            aria-describedby={describedBy("e-mig", { hint: true, error: refusals.mig })}
            onChange={(e) => onChange({ gpu, mig: e.target.value })}
          >
            <option value="">{t("migNone")}</option>
            {card.mig.map((m) => (
              <option key={m.profile} value={m.profile}>
                {m.profile}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
    </div>
  );
}
