import "server-only";
import { createTranslator } from "next-intl";
import { isLocale } from "@/lib/i18n/locales";
import { sayable } from "./sayable";
import type { AlertFacts } from "./schema";
import type { Message } from "./send";

/** The sentence of an alert in the language of the person who hears it, with a link to where to look. */
export async function messageOf(
  facts: AlertFacts,
  to: { readonly locale: string; readonly workspace: string; readonly timeZone: string; readonly address: string },
): Promise<Message> {
  const locale = isLocale(to.locale) ? to.locale : "en";
  const messages = { alerts: (await import(`@/lib/i18n/messages/${locale}/alerts.json`)).default };
  const t = createTranslator({ locale, messages, namespace: "alerts", timeZone: to.timeZone });
  const said = t(
    `said.${facts.said}`,
    sayable(facts.values, locale, to.timeZone, (m) => t(`unit.${m}`)),
  );
  const text = `${to.workspace}: ${said}`;
  return { subject: `Headroom, ${text}`.slice(0, 200), text, link: `${to.address}${facts.path}` };
}
