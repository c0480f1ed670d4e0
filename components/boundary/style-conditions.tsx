import { useTranslations } from "next-intl";
import { Section } from "@/components/ui/surface";

/** The watch-outs of the plan's style, as conditions that whoever signs must find answered. */
export function StyleConditions({ ids }: { ids: readonly string[] }) {
  const t = useTranslations("boundary");
  return (
    <Section id="conditions" title={t("advice.conditions")} note={t("conditionsNote")}>
      <ul className="list-disc space-y-1 pl-5 text-sm">
        {ids.map((id) => (
          <li key={id}>
            <span className="font-medium">{t(`watchOuts.${id}.name`)}:</span> {t(`watchOuts.${id}.condition`)}
          </li>
        ))}
      </ul>
    </Section>
  );
}
