import { useTranslations } from "next-intl";
import type { RecordChange } from "@/lib/acceptance/record";
import { useFormatWord } from "./format-word";

/** A difference of two records in the reader's words; works on the server and in the browser. */
export function useChangeWord(): (change: RecordChange) => string {
  const t = useTranslations("acceptance");
  const parts = useTranslations("review.changes.parts");
  const format = useFormatWord();

  function criterionName(name: string): string {
    const [at = "", criterion = ""] = name.split(".");
    const place = t.has(`areas.${at}.name`) ? t(`areas.${at}.name`) : t(`checks.${at}.name`);
    return `${place}: ${t(`criteria.${criterion}`)}`;
  }

  return ({ code, params }) => {
    if (code === "card-changed") return t("changes.card-changed", { part: parts(String(params.part)) });
    if (code === "limit-changed") return t("changes.limit-changed", { name: criterionName(String(params.name)) });
    if (code === "state-changed") {
      const { part, name } = params;
      const word = (s: unknown) => (part === "gates" ? t(`gateStates.${s}`) : t(`states.${s}`));
      const named =
        part === "gates"
          ? t(`gates.${name}.name`)
          : part === "areas"
            ? t(`areas.${name}.name`)
            : t(`checks.${name}.name`);
      return t("changes.state-changed", { name: named, before: word(params.before), after: word(params.after) });
    }
    if (code === "evidence-added" || code === "evidence-removed")
      return t(`changes.${code}`, {
        ...params,
        format: format(params.format === "unread" ? null : String(params.format)),
      });
    return t(`changes.${code}`, params);
  };
}
