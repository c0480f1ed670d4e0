import { getTranslations } from "next-intl/server";
import { FieldText } from "@/components/brief/brief-content";
import { classes } from "@/components/ui/classes";
import type { PathStep } from "@/lib/boundary/paths";
import { fieldAt } from "@/lib/brief/fields";

/** A path as boxes joined by arrows: in a row where there is room, below each other where not; the list is its text. */
export async function PathDrawing({ steps, label }: { steps: readonly PathStep[]; label: string }) {
  const t = await getTranslations();
  return (
    <ol aria-label={label} className="grid gap-x-7 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      {steps.map((step, at) => (
        <li
          key={step.id}
          className="relative min-w-0 break-inside-avoid rounded-md border border-control px-3 py-2 text-sm"
        >
          <p className="font-medium">
            <span className="tabular text-muted">{at + 1}</span> {t(`boundary.paths.steps.${step.id}`)}
          </p>
          <dl>
            {step.facts.map(({ field, value }) => (
              <div key={field} className="mt-1 min-w-0">
                <dt className="text-[0.8125rem] text-muted">{t(fieldAt(field).labelKey)}</dt>
                <dd className="break-words">
                  <FieldText field={fieldAt(field)} value={value} />
                </dd>
              </div>
            ))}
          </dl>
          {step.open.length > 0 ? (
            <p className="mt-1 text-[0.8125rem] text-warn">
              {t("boundary.paths.open", { fields: step.open.map((f) => t(fieldAt(f).labelKey)).join("\u00a0· ") })}
            </p>
          ) : null}
          {at < steps.length - 1 ? (
            <span
              aria-hidden="true"
              className="absolute -bottom-3.5 left-4 leading-none sm:top-2 sm:-right-5.5 sm:bottom-auto sm:left-auto"
            >
              <span className="sm:hidden">↓</span>
              <span className={classes("hidden", at % 2 === 0 && "sm:inline", at % 3 < 2 ? "lg:inline" : "lg:hidden")}>
                →
              </span>
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
