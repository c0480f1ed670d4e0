import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/ui/field";
import type { CardEdit } from "./use-card";

/** Which stored files a statement stands on. */
export function EvidenceChoice({
  id,
  choices,
  chosen,
  onChange,
}: {
  id: string;
  choices: CardEdit["choices"];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const t = useTranslations("review.card");
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{t("standsOn")}</legend>
      {choices.length === 0 ? <p className="text-[0.8125rem] text-muted">{t("addFirst")}</p> : null}
      {choices.map((c) => (
        <Checkbox
          key={c.id}
          id={`${id}-${c.id}`}
          label={<span className="wrap-anywhere">{c.label}</span>}
          checked={chosen.includes(c.id)}
          onChange={(e) => onChange(e.target.checked ? [...chosen, c.id] : chosen.filter((x) => x !== c.id))}
        />
      ))}
    </fieldset>
  );
}
