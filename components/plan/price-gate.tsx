"use client";
import { useTranslations } from "next-intl";
import { fieldId } from "@/components/brief/field-id";
import Link from "@/components/ui/link";
import { Callout } from "@/components/ui/surface";
import type { priceSearchOpen } from "@/lib/brief/completeness";
import { fieldAt } from "@/lib/brief/fields";

/** In place of prices, while one of the four questions is open: which answer is missing, as links into the brief. */
export function PriceGate({ gate, briefHref }: { gate: ReturnType<typeof priceSearchOpen>; briefHref: string }) {
  const t = useTranslations();
  return (
    <Callout tone="warn" title={t("brief.priceSearch.closed")}>
      <ul className="list-disc space-y-1 pl-5">
        {gate.missing.map((m) => (
          <li key={m.path}>
            {t(m.questionKey)}:{" "}
            <Link className="text-accent underline underline-offset-2" href={`${briefHref}#${fieldId(m.path)}`}>
              {t(fieldAt(m.path).labelKey)}
            </Link>
          </li>
        ))}
      </ul>
    </Callout>
  );
}
