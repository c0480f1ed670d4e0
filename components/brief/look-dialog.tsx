"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Checkbox } from "@/components/ui/field";
import { contentOf, valueAt } from "@/lib/brief/content";
import { fieldAt } from "@/lib/brief/fields";
import type { BriefDraft, FieldPath } from "@/lib/brief/schema";
import { FieldText } from "./brief-content";

interface LookProps {
  readonly draft: BriefDraft;
  readonly unlooked: readonly FieldPath[];
  readonly pending: boolean;
  readonly onKeep: () => void;
  readonly onClose: () => void;
}

/** Asked once before a revision: every answer that is still the example's, to be read here and taken as one's own. */
export function LookDialog({ draft, unlooked, pending, onKeep, onClose }: LookProps) {
  const t = useTranslations();
  const [looked, setLooked] = useState(false);
  const [asked, setAsked] = useState(false);
  const content = contentOf(draft);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t("brief.form.look.title", { count: unlooked.length })}
      description={t("brief.form.look.text")}
    >
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keys
        tabIndex={0}
        aria-label={t("brief.form.look.list")}
        className="max-h-[40vh] overflow-y-auto rounded-md border border-line"
      >
        <dl className="grid gap-x-4 px-3 py-1 text-sm sm:grid-cols-[12rem_minmax(0,1fr)]">
          {unlooked.map((path) => (
            <div key={path} className="contents">
              <dt className="pt-1.5 text-muted">{t(fieldAt(path).labelKey)}</dt>
              <dd className="tabular break-words pb-1.5 sm:pt-1.5">
                <FieldText field={fieldAt(path)} value={valueAt(content, path)} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <div className="mt-3 flex flex-col gap-3">
        <div>
          <Checkbox
            id="look-check"
            label={t("brief.form.look.check")}
            checked={looked}
            aria-invalid={asked && !looked ? true : undefined}
            aria-describedby={asked && !looked ? "look-error" : undefined}
            onChange={(e) => setLooked(e.target.checked)}
          />
          {asked && !looked ? (
            <p id="look-error" role="alert" className="text-[0.8125rem] font-medium text-bad">
              {t("brief.form.look.unchecked")}
            </p>
          ) : null}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button tone="primary" pending={pending} onClick={() => (looked ? onKeep() : setAsked(true))}>
            {t("brief.form.submit")}
          </Button>
          <Button onClick={onClose}>{t("brief.form.look.back")}</Button>
        </div>
      </div>
    </Dialog>
  );
}
